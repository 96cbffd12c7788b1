"""`ripple scan`, `ripple export` and `ripple languages`, as a person or a program sees them."""

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command import FIRST_SCAN, assert_clear_failure, run_ripple
from tests.support.graphs import parse_export, write_files
from tests.support.permissions import mount_read_only, obey_permissions
from tests.support.repository import git
from tests.support.shop import build_shop_history


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return build_shop_history(tmp_path / "shop").path


def test_scan_sums_up_what_it_found(shop: Path) -> None:
    result = run_ripple("scan", folder=shop)
    assert (result.code, result.errors) == (0, "")
    lines = dict(line.split(maxsplit=1) for line in result.output.splitlines())
    assert lines["files"].startswith("37 (parsed 33, known 4)")
    assert "python 24" in lines["languages"]
    assert lines["calls"].endswith("%")
    assert "slow file" not in result.output


def test_scan_as_json(shop: Path) -> None:
    report = json.loads(run_ripple("scan", "--json", folder=shop).output)
    assert report["root"] == str(shop)
    assert report["commit"] == git(shop, "rev-parse", "HEAD")
    assert report["nodes"]["class"] > 10
    assert set(report["calls"]["python"]) == {
        "resolved",
        "external",
        "local",
        "ambiguous",
        "unresolved",
    }
    assert report["nothing_parsed"] is False


def test_scan_with_a_profile(repository: Path) -> None:
    output = run_ripple("scan", "--profile", folder=repository).output
    for phase in ("discover", "extract", "link", "store", "slow file"):
        assert f"\n{phase} " in output


def test_scan_lists_some_remarks_and_counts_the_rest(repository: Path) -> None:
    write_files(repository, {f"bad{n:02}\x1b.py": "def (:\n" for n in range(15)})
    result = run_ripple("scan", folder=repository)
    assert result.code == 0
    assert r"error       bad00\x1b.py:1: syntax error" in result.output
    assert "more        5 remarks (error 5)" in result.output


def test_a_project_without_code_says_so(tmp_path: Path) -> None:
    write_files(tmp_path, {"notes.txt": "x"})
    result = run_ripple("scan", "--here", folder=tmp_path)
    assert "no file in a language that ripple reads" in result.output


def test_scanning_a_folder_outside_git_makes_it_a_project(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.py": "import b\n", "b.py": "", "inner/c.py": ""})
    assert_clear_failure(run_ripple("status", folder=tmp_path), code=3)
    assert run_ripple("scan", "--here", folder=tmp_path).code == 0
    assert "imports 1" in run_ripple("status", folder=tmp_path / "inner").output


def test_if_nothing_parses_the_exit_code_says_so(repository: Path) -> None:
    write_files(repository, {"a.py": b"\0", "b.py": b"\0"})
    result = run_ripple("scan", folder=repository)
    assert_clear_failure(result, code=5)
    assert "a.py: binary" in result.errors


@pytest.mark.required
def test_scanning_where_nothing_can_be_written(repository: Path) -> None:
    assert run_ripple("scan", folder=repository).code == 0
    folder = repository / ".ripple"
    (folder / "graph.db").chmod(0o444)
    folder.chmod(0o555)
    result = run_ripple("scan", folder=repository, before_start=obey_permissions())
    assert_clear_failure(result, code=4)
    exported = run_ripple("export", folder=repository, before_start=obey_permissions())
    folder.chmod(0o755)
    assert "a.py" in parse_export(exported.output).nodes


def test_scanning_on_a_read_only_file_system(repository: Path) -> None:
    result = run_ripple("scan", folder=repository, prefix=mount_read_only(repository))
    assert_clear_failure(result, code=4)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["scan", "--jobs", "-1"], "--jobs"),
        (["scan", "--jobs", "many"], "--jobs"),
        (["export", "--format", "csv"], "'jsonl'"),
        (["export", "--output", "no/such/folder/x"], "no/such/folder"),
    ],
)
def test_wrong_usage(repository: Path, arguments: list[str], expected: str) -> None:
    result = run_ripple(*arguments, folder=repository)
    assert_clear_failure(result, code=2)
    assert expected in result.errors


def test_export_to_standard_output_and_to_a_file(shop: Path) -> None:
    streamed = run_ripple("export", folder=shop)
    assert (streamed.code, streamed.errors) == (0, FIRST_SCAN)
    nodes = parse_export(streamed.output).nodes
    written = run_ripple("export", "--output", "../graph.jsonl", folder=shop)
    assert written.output.startswith(f"../graph.jsonl: {len(nodes)} nodes, ")
    assert (shop.parent / "graph.jsonl").read_text() == streamed.output
    again = ("--output", "../graph.jsonl", "--force", "--json")
    report = run_ripple("export", *again, folder=shop)
    assert json.loads(report.output)["nodes"] == len(nodes)


def test_an_export_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    write_files(tmp_path, {"ripple.toml": "", "graph.jsonl": "old"})
    result = run_ripple("export", "--output", "graph.jsonl", "--force", folder=tmp_path)
    assert_clear_failure(result, code=3)
    assert "ripple scan" in result.errors
    assert (tmp_path / "graph.jsonl").read_text() == "old"
    assert {path.name for path in tmp_path.iterdir()} == {"ripple.toml", "graph.jsonl"}


def test_names_that_are_not_ascii_are_exported_whatever_the_terminal(repository: Path) -> None:
    write_files(repository, {"blåbär.py": "def föö(): ...\n"})
    plain = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    jsonl = run_ripple("export", folder=repository, environment=plain).output
    assert "blåbär.py::föö" in parse_export(jsonl).nodes
    dot = run_ripple("export", "--format", "dot", folder=repository, environment=plain).output
    assert '"blåbär.py::föö"' in dot


def test_languages_counts_files_before_any_scan(shop: Path) -> None:
    output = run_ripple("languages", folder=shop).output
    assert "python        full          24  .py .pyi .pyw" in output
    listed = json.loads(run_ripple("languages", "--json", folder=shop).output)
    counts = {item["name"]: item["files"] for item in listed["languages"]}
    assert (counts["python"], counts["tsx"], listed["other_files"]) == (24, 2, 4)
    assert not (shop / ".ripple").exists()


def test_status_and_doctor_after_a_scan(shop: Path) -> None:
    write_files(shop, {"bad.py": b"\0", "huge.py": "x = 1\n" * 200_000})
    run_ripple("scan", folder=shop)
    assert "skipped 2" in run_ripple("status", folder=shop).output
    doctor = run_ripple("doctor", folder=shop)
    assert doctor.code == 0
    assert "ok       edges: every edge has both its ends" in doctor.output
    assert "ok       files: 1 skipped: binary; 1 skipped: too large" in doctor.output
    assert "ok       python calls: " in doctor.output
    assert "unresolved" in doctor.output


def test_doctor_finds_loose_ends_and_failures(repository: Path) -> None:
    write_files(repository, {"x.ipynb": "this is no notebook"})
    run_ripple("scan", folder=repository)
    assert "warning  files: 1 failed: ValueError" in run_ripple("doctor", folder=repository).output


def test_progress_is_shown_on_a_terminal_only(shop: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "ripplegraph", "scan"],
        cwd=shop,
        env={**os.environ, "TERM": "xterm"},
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    shown = b""
    while process.poll() is None:
        if select.select([ours], [], [], 0.1)[0]:
            shown += os.read(ours, 65536)
    os.close(theirs)
    assert process.stdout is not None
    assert b"scanned" in process.stdout.read()
    assert process.wait() == 0
    assert b"reading files" in shown or b"linking names" in shown or b"looking for" in shown
    os.close(ours)
