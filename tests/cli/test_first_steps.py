"""What a newcomer types: no words at all, wrong words, words of other tools."""

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ripplegraph.cli.group import COMMANDS
from ripplegraph.cli.main import main
from ripplegraph.cli.word_suggestions import ALIASES
from tests.support.command import Result, run_ripple
from tests.support.repository import commit_all

ESCAPES = re.compile(r"\\x[0-9a-f]{2}|\\n|\\u[0-9a-f]{4}|\x1b")
GROUPS = ("agents", "artifacts", "episodes", "hooks", "knowledge", "memories", "model")
ENDLESS = frozenset({"watch"})
"""Commands that run until they are stopped."""
LISTENING = frozenset({"hook", "ingest", "mcp"})
"""Commands that read the standard input of their process, or end that process in time."""
NEED_WORDS = {
    "analyze-impact",
    "co-changes",
    "completion",
    "dependencies",
    "dependents",
    "deps",
    "link",
    "path",
    "remember",
    "trace",
    "unlink",
}
"""Commands that can do nothing without an argument."""

Run = Callable[..., Result]


@pytest.fixture
def run_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Return a function that runs the command in this process."""
    monkeypatch.chdir(tmp_path)

    def run_here(*words: str) -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
        with pytest.raises(SystemExit) as ending:
            main(words)
        shown = capsys.readouterr()
        code = ending.value.code
        return Result(code if isinstance(code, int) else -1, shown.out, shown.err)

    return run_here


@pytest.fixture
def run(run_anywhere: Run, repository: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs the command in a small repository."""
    monkeypatch.chdir(repository)
    return run_anywhere


def check(result: Result, *, code: int | None = None) -> None:
    """Check that nothing is shown raw, and that an error has a hint that leads on."""
    shown = result.output + result.errors
    assert "Traceback" not in shown
    assert "This is a bug" not in shown
    assert not ESCAPES.search(shown), shown
    assert code is None or result.code == code, result
    if result.errors.startswith("error: "):
        assert result.code in (2, 3, 5), result
        assert re.search(r"^hint: .*[`.]", result.errors, re.MULTILINE), result


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command(run_anywhere: Run, name: str) -> None:
    result = run_anywhere(name, "--help")
    check(result, code=0)
    assert result.output.startswith(f"Usage: ripple {name} ")


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - ENDLESS - LISTENING))
def test_a_command_without_words(run: Run, name: str) -> None:
    result = run(name)
    check(result, code=2 if name in NEED_WORDS else 0)


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"hook"}))
def test_a_command_with_an_unknown_option(run_anywhere: Run, name: str) -> None:
    result = run_anywhere(name, "--foo")
    check(result, code=2)
    assert result.errors.startswith("error: No such option '--foo'.\n")


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - ENDLESS - LISTENING))
def test_a_command_with_a_wrong_word(run: Run, name: str) -> None:
    result = run(name, "no-such-thing")
    check(result)
    if name not in ("context", "remember"):
        assert result.code == 2, result


@pytest.mark.parametrize("name", sorted(LISTENING))
def test_a_command_ends_with_its_input(repository: Path, name: str) -> None:
    check(run_ripple(name, folder=repository), code=0)


@pytest.mark.parametrize("name", GROUPS)
def test_a_group_without_a_command_shows_its_help(run_anywhere: Run, name: str) -> None:
    result = run_anywhere(name)
    check(result, code=0)
    assert result.output.startswith(f"Usage: ripple {name} [OPTIONS] COMMAND")
    assert result.errors == ""


@pytest.mark.parametrize("name", GROUPS)
def test_a_group_takes_the_global_options(run_anywhere: Run, name: str) -> None:
    result = run_anywhere(name, "--json")
    assert result.code == 2
    assert '"Missing command."' in result.output


def test_a_misspelled_command_of_a_group(run_anywhere: Run) -> None:
    result = run_anywhere("memories", "serch")
    check(result, code=2)
    assert "ripple memories has no command 'serch'. Did you mean 'search'?" in result.errors


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (("sacn",), "Did you mean 'scan'?"),
        (("analyse-impact",), "Did you mean 'analyze-impact'?"),
        (("imapct",), "Did you mean 'impact'?"),
        (("memory",), "Try `ripple memories`."),
        (("install",), "Try `ripple agents install`."),
        (("rescan",), "Try `ripple scan`."),
        (("why",), "Try `ripple path SOURCE TARGET`."),
        (("scan", "--jsn"), "Did you mean '--json'?"),
        (("analyze-impact", "--test-only"), "Did you mean '--tests-only'?"),
    ],
)
def test_a_wrong_word_leads_on(run_anywhere: Run, words: tuple[str, ...], advice: str) -> None:
    result = run_anywhere(*words)
    check(result, code=2)
    assert advice in result.errors


@pytest.mark.parametrize("words", [("xyzzy",), ("--foo",), ("scan", "--foo")])
def test_a_word_like_no_other_brings_no_suggestion(
    run_anywhere: Run, words: tuple[str, ...]
) -> None:
    result = run_anywhere(*words)
    check(result, code=2)
    assert "Did you mean" not in result.errors


def test_aliases_stand_for_commands(run_anywhere: Run) -> None:
    assert {words[0] for words in ALIASES.values()} <= {*COMMANDS}
    assert not ALIASES.keys() & {*COMMANDS}
    help_text = run_anywhere("--help").output
    assert all(alias in help_text for alias in ALIASES)


@pytest.mark.parametrize(
    ("alias", "words"),
    [
        (("impact", "b.py", "--json"), ("analyze-impact", "b.py", "--json")),
        (("blast-radius", "b.py"), ("analyze-impact", "b.py")),
        (("-C", ".", "impact", "b.py"), ("analyze-impact", "b.py")),
        (("callers", "b.py::f"), ("dependents", "b.py::f", "--kind", "calls", "--depth", "1")),
        (("references", "b.py"), ("dependents", "b.py", "--depth", "1")),
        (("tests", "b.py"), ("analyze-impact", "--tests-only", "b.py")),
        (("search", "nothing"), ("memories", "search", "nothing")),
    ],
)
def test_an_alias_answers_like_its_command(
    run: Run, repository: Path, alias: tuple[str, ...], words: tuple[str, ...]
) -> None:
    (repository / "b.py").write_text("def f(): pass\n\ndef g(): f()\n")
    (repository / "test_b.py").write_text("import b\n\ndef test_g(): b.g()\n")
    commit_all(repository, "second")
    run("init")
    answer = run(*alias)
    assert answer == run(*words)
    assert answer.code == 0


def test_a_missing_argument_shows_how_it_is_written(run_anywhere: Run) -> None:
    result = run_anywhere("path", "a.py")
    check(result, code=2)
    assert "Write `ripple path [OPTIONS] SOURCE TARGET`" in result.errors


def test_a_misspelled_symbol(run: Run, repository: Path) -> None:
    (repository / "routing.py").write_text("class Router:\n    def add_route(self): pass\n")
    for word in ("Rooter", "router", "Ruoter"):
        for command in ("analyze-impact", "dependents"):
            result = run(command, word)
            check(result, code=2)
            assert "routing.py::Router" in result.errors, (word, command)


def test_unlinking_something_that_never_was(run: Run) -> None:
    result = run("unlink", "nope")
    check(result, code=2)
    assert "There is no link 'nope'." in result.errors
    assert "ripple links" in result.errors


def test_a_task_in_words_is_a_task(run: Run) -> None:
    run("remember", "The parser must be closed after a bug in the login was fixed")
    result = run("context", "fix a bug in the login")
    check(result, code=0)
    assert "The parser must be closed" in result.output
    assert result.output == run("context", "--task", "fix a bug in the login").output


def test_the_first_answer_says_that_it_scans(run: Run) -> None:
    for words in (("analyze-impact", "b.py"), ("dependents", "b.py"), ("hubs",)):
        result = run(*words)
        told = words[0] == "analyze-impact"
        assert ("scanning this project for the first time" in result.errors) is told


def test_a_first_answer_in_json_is_only_that(run: Run) -> None:
    assert run("analyze-impact", "b.py", "--json").errors == ""
