"""Languages of third parties: registered by entry point, and allowed to go wrong."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import assert_clear_failure, run_ripple
from tests.support.graphs import parse_export, write_files
from tests.support.plugins import install_distribution, install_toy_language

ROOT = Path(__file__).resolve().parents[2]
FILLER = "pass\n" * 40_000


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def scan(project: Path, environment: dict[str, str], *options: str) -> dict[str, Any]:
    result = run_ripple(
        "scan", "--here", "--json", *options, folder=project, environment=environment
    )
    assert (result.code, result.errors) == (0, "")
    report: dict[str, Any] = json.loads(result.output)
    return report


def test_a_registered_language_is_scanned(project: Path, tmp_path: Path) -> None:
    environment = install_toy_language(tmp_path / "site")
    write_files(project, {"a.toy": "one\ntwo\n", "b.py": "x = 1\n"})
    assert scan(project, environment)["languages"] == {"python": 1, "toy": 1}
    exported = run_ripple("export", folder=project, environment=environment).output
    assert {"a.toy::one", "a.toy::two", "b.py::x"} <= set(parse_export(exported).nodes)
    listed = run_ripple("languages", folder=project, environment=environment).output
    assert "toy           good           1  .toy" in listed


def test_the_language_of_the_how_to_page_works(project: Path, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "add-a-language.md").read_text()
    (module,) = re.findall(r"```python\n# toy_language.py\n(.*?)```", page, re.DOTALL)
    (reference,) = re.findall(r'^toy = "(.*)"$', page, re.MULTILINE)
    environment = install_distribution(tmp_path / "site", module=module, reference=reference)
    write_files(project, {"a.toy": "x = 1\n\nfunction hello()\nend\n"})
    assert scan(project, environment)["files"] == {"parsed": 1}
    exported = run_ripple("export", folder=project, environment=environment).output
    assert parse_export(exported).nodes["a.toy::hello"]["line"] == 3


def test_without_the_distribution_its_files_are_only_known(project: Path) -> None:
    write_files(project, {"a.toy": "one\n", "b.py": "x = 1\n"})
    assert scan(project, {})["files"] == {"known": 1, "parsed": 1}


@pytest.mark.slow
def test_a_new_version_of_the_language_makes_new_facts(project: Path, tmp_path: Path) -> None:
    environment = install_toy_language(tmp_path / "site")
    write_files(project, {"a.toy": "one\n"})
    scan(project, environment)
    assert scan(project, environment)["facts_reused"] == 1
    with (tmp_path / "site" / "toy_language.py").open("a") as module:
        module.write("# changed\n")
    assert scan(project, environment)["facts_reused"] == 0


def test_something_registered_that_is_no_language(project: Path, tmp_path: Path) -> None:
    environment = install_toy_language(tmp_path / "site")
    points = tmp_path / "site" / "toy_language-1.0.dist-info" / "entry_points.txt"
    points.write_text("[ripplegraph.languages]\ntoy = toy_language:extract\n")
    (project / "ripple.toml").touch()
    result = run_ripple("languages", folder=project, environment=environment)
    assert_clear_failure(result, code=2)
    assert "is not a Language" in result.errors


def test_a_missing_grammar_is_an_error_that_names_it(project: Path, tmp_path: Path) -> None:
    environment = install_toy_language(tmp_path / "site", grammar="klingon")
    write_files(project, {"a.toy": "one\n", "b.py": "x = 1\n"})
    result = run_ripple("scan", "--here", folder=project, environment=environment)
    assert_clear_failure(result, code=5)
    assert "'klingon' for toy" in result.errors


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_a_file_that_raises_is_recorded(project: Path, tmp_path: Path, jobs: str) -> None:
    environment = install_toy_language(tmp_path / "site")
    files = {f"m{n}.toy": f"f{n}\n{FILLER}" for n in range(4)}
    write_files(project, {**files, "bad.toy": "raise\n", "full.toy": "memory\n"})
    report = scan(project, environment, "--jobs", jobs)
    assert report["files"] == {"parsed": 4, "failed": 2}
    messages = {item["path"]: item["message"] for item in report["diagnostics"]}
    assert messages == {
        "bad.toy": "failed: ValueError: this file is bad",
        "full.toy": "failed: MemoryError: ",
    }


def test_a_file_that_has_to_wait_is_not_given_up(project: Path, tmp_path: Path) -> None:
    environment = install_toy_language(tmp_path / "site")
    write_files(project, {"resting.toy": "rest\nrested\n"})
    report = scan(project, environment, "--set", "scan.max_parse_seconds=1")
    assert report["files"] == {"parsed": 1}


def test_a_worker_that_dies_costs_only_the_file_it_died_with(project: Path, tmp_path: Path) -> None:
    environment = install_toy_language(tmp_path / "site")
    files = {f"m{n}.toy": f"f{n}\n{FILLER}" for n in range(6)}
    bad = {"killed.toy": "kill\n", "left.toy": "leave\n", "unlucky.toy": "once\nlucky\n"}
    bad["slow.toy"] = "sleep\n"
    bad["loud.toy"] = "print\nloud\n"
    write_files(project, {**files, **bad})
    limit = ("--set", "scan.max_parse_seconds=600")
    report = scan(project, environment, "--jobs", "2", *limit)
    assert report["files"] == {"parsed": 8, "failed": 3}
    messages = {item["path"]: item["message"] for item in report["diagnostics"]}
    assert messages == {
        "killed.toy": "failed: the parser crashed (SIGKILL)",
        "left.toy": "failed: the parser crashed (exit code 3)",
        "slow.toy": "failed: takes more than 600 s of processor time (scan.max_parse_seconds)",
    }
    exported = run_ripple("export", folder=project, environment=environment).output
    assert {"unlucky.toy::lucky", "m5.toy::f5"} <= set(parse_export(exported).nodes)
