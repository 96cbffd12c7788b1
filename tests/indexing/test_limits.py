"""Time limits and crashes in scans without worker processes: they cost one file, not the scan."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ripplegraph.config import ScanConfig
from ripplegraph.indexing.extraction import file_reader
from ripplegraph.indexing.extraction.file_filter import is_tame
from ripplegraph.indexing.extraction.file_reader import (
    FileOutcome,
    FileTask,
    ReadingRules,
    read_known_file,
    read_tame_file,
)
from ripplegraph.indexing.extraction.time_limit import TimeIsUp, TimeLimit
from ripplegraph.indexing.extraction.worker_pool import read_files
from ripplegraph.parsers.extraction import extract_facts, prepare_source
from tests.indexing.test_third_party import scan
from tests.support.graphs import write_files
from tests.support.nasty import find_sample
from tests.support.plugins import install_toy_language


def read(
    root: Path, languages: dict[str, str], config: ScanConfig | None = None
) -> dict[str, FileOutcome]:
    extract_facts("python", b"")  # Loading a grammar counts as well.
    rules = ReadingRules(os.fsencode(root), config or ScanConfig())
    tasks = [FileTask(path, name, (root / path).stat().st_size) for path, name in languages.items()]
    return {outcome.path: outcome for outcome in read_files(tasks, rules, jobs=1)}


def test_python_code_is_interrupted() -> None:
    with pytest.raises(TimeIsUp), TimeLimit(0.01):
        while True:
            pass


def test_time_that_others_take_does_not_count() -> None:
    with TimeLimit(0.5):
        time.sleep(1)


def test_code_that_waits_for_ever_is_interrupted() -> None:
    with pytest.raises(TimeIsUp), TimeLimit(0.01):
        while True:
            time.sleep(0.005)


def test_a_limit_that_was_kept_interrupts_nothing_later() -> None:
    for _ in range(200):
        with TimeLimit(30):
            pass
    assert sum(range(10_000)) == 49_995_000


def test_a_parser_that_hangs_costs_one_file(tmp_path: Path) -> None:
    """The grammar of Perl never comes back from this; the scan does, in one process as well."""
    write_files(tmp_path, {"a.pl": 'r#"abc', "b.py": "def f(): pass\n"})
    found = read(tmp_path, {"a.pl": "perl", "b.py": "python"}, ScanConfig(max_parse_seconds=2))
    assert found["a.pl"].status == "failed"
    assert found["a.pl"].reason == "takes more than 2 s of processor time (scan.max_parse_seconds)"
    assert found["a.pl"].content_hash
    assert found["b.py"].status == "parsed"


def test_a_parser_that_crashes_costs_one_file(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.pl": "`${" * 200, "b.py": "def f(): pass\n"})
    found = read(tmp_path, {"a.pl": "perl", "b.py": "python"})
    assert found["a.pl"].status == "failed"
    assert found["a.pl"].reason == "the parser crashed (SIGSEGV)"
    assert found["b.py"].status == "parsed"


def test_a_file_nested_without_end_is_given_up(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.rb": f"x = {'(' * 90_000}1{')' * 90_000}\n", "b.py": "x = 1\n"})
    limits = ScanConfig(max_parse_seconds=5, max_line_length=1_000_000)
    found = read(tmp_path, {"a.rb": "ruby", "b.py": "python"}, limits)
    assert (found["a.rb"].status, found["b.py"].status) == ("failed", "parsed")


def test_a_registered_language_may_crash_in_a_small_scan(tmp_path: Path) -> None:
    environment = install_toy_language(tmp_path / "site")
    project = tmp_path / "project"
    write_files(project, {"a.toy": "one\n", "killed.toy": "kill\n"})
    report = scan(project, environment, "--jobs", "1")
    messages = {item["path"]: item["message"] for item in report["diagnostics"]}
    assert messages == {"killed.toy": "failed: the parser crashed (SIGKILL)"}


@pytest.mark.parametrize(
    "source",
    [
        "(" * 2_000,
        "f(" * 1_000 + ")" * 1_000,
        "not " * 1_000,
        "a." * 2_000,
        "x = 1\n" * 50_000,
        "\n".join(f"x{n} = {n}" for n in range(20_000)),
    ],
)
def test_what_is_deep_long_or_repeated_is_left_to_a_worker(source: str) -> None:
    assert not is_tame(source.encode())


@pytest.mark.parametrize("read_here", [read_tame_file, read_known_file])
def test_what_is_not_tame_is_not_even_prepared_here(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    read_here: Callable[[FileTask, ReadingRules], FileOutcome | None],
) -> None:
    prepared: list[str] = []

    def prepare(language: str, data: bytes) -> bytes:
        prepared.append(language)
        return prepare_source(language, data)

    monkeypatch.setattr(file_reader, "prepare_source", prepare)
    write_files(tmp_path, {"a.kt": "val x = 1 as Int\n" * 50_000, "b.kt": "val y = 1 as Int\n"})
    rules = ReadingRules(os.fsencode(tmp_path), ScanConfig())
    assert read_here(FileTask("a.kt", "kotlin", 850_000), rules) is None
    assert prepared == []
    read_here(FileTask("b.kt", "kotlin", 17), rules)
    assert prepared == ["kotlin"]


@pytest.mark.parametrize("language", ["python", "rust", "cpp", "typescript", "java", "go"])
def test_code_that_people_wrote_is_tame(language: str) -> None:
    assert is_tame(find_sample(language))


def test_all_of_this_project_is_tame() -> None:
    package = Path(__file__).resolve().parents[2] / "ripplegraph"
    assert [p for p in package.rglob("*.py") if not is_tame(p.read_bytes())] == []
