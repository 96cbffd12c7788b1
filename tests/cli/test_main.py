"""What the command line does with things that should not happen."""

import pytest

from ripplegraph.cli import main


def run_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> int | str | None:
    def fail(_: list[str]) -> int:
        raise error

    monkeypatch.setattr(main, "run_quickly", fail)
    with pytest.raises(SystemExit) as ending:
        main.main(["status"])
    return ending.value.code


def test_a_bug_is_called_a_bug(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_with(ZeroDivisionError("oops"), monkeypatch) == 70
    shown = capsys.readouterr().err
    assert "This is a bug in ripple: ZeroDivisionError: oops" in shown
    assert "--debug" in shown
    assert "Traceback" not in shown


def test_an_interrupt_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_with(KeyboardInterrupt(), monkeypatch) == 130
    assert capsys.readouterr().err == ""
