"""Whatever files hold, a scan ends, says of each what became of it, and reads the others."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.indexing.extraction.file_filter import FRAIL
from ripplegraph.indexing.extraction.packed_facts import pack_facts, unpack_facts
from ripplegraph.parsers.extraction import extract_facts
from tests.support.command import assert_clear_failure, run_ripple
from tests.support.equality import Twin
from tests.support.examples import walk
from tests.support.graphs import write_files
from tests.support.nasty import (
    NASTY_MANIFESTS,
    build_nasty_files,
    find_parsed_languages,
    find_sample,
    mutate,
    name_file,
)

SOUND = [name for name in find_parsed_languages() if name not in FRAIL]
GOOD = {"good.py": "from other import f\ndef g(): f()\n", "other.py": "def f(): pass\n"}


def extract(language: str, data: bytes) -> None:
    """Read a file; only a notebook that is none may be refused."""
    try:
        unpack_facts(pack_facts(extract_facts(language, data)))
    except ValueError:
        assert language == "notebook"


@pytest.mark.parametrize("language", SOUND)
def test_every_language_reads_whatever_there_is(language: str) -> None:
    for data in build_nasty_files(language, depth=60).values():
        extract(language, data)


@pytest.mark.slow
@pytest.mark.parametrize("language", SOUND)
def test_every_language_reads_what_is_deep(language: str) -> None:
    for seed in range(3):
        for data in build_nasty_files(language, depth=400, seed=seed).values():
            extract(language, data)


@walk(40)
@given(st.sampled_from(SOUND), st.randoms(use_true_random=False), st.binary(max_size=20))
def test_every_language_reads_what_is_damaged(language: str, random: Random, noise: bytes) -> None:
    sample = mutate(find_sample(language), random)
    at = random.randrange(len(sample) + 1)
    extract(language, sample[:at] + noise + sample[at:])


@pytest.fixture
def twin(tmp_path: Path) -> Twin:
    root = tmp_path / "project"
    write_files(root, GOOD)
    return Twin(root, tmp_path / "beside")


@pytest.mark.slow
def test_nasty_files_in_all_languages_are_linked(twin: Twin) -> None:
    """The linker raises here; the graph after an edit is the one of a scan from nothing."""
    for number, language in enumerate(SOUND):
        files = list(build_nasty_files(language, depth=30, seed=1).items())
        for at, (_, data) in enumerate(files[number % 23 :: 23]):
            path = twin.root / name_file(language, f"{language}/nasty{at}")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    report = twin.scan()
    assert report.languages["python"] >= 2
    assert any('"good.py::g", "other.py::f", "calls"' in line for line in twin.read())
    write_files(twin.root, {"other.py": "def e(): pass\ndef f(): e()\n"})
    assert twin.compare().differences == []


def test_links_pipes_and_deep_folders_are_passed_over(twin: Twin) -> None:
    root = twin.root
    (root / "round").symlink_to(root)
    (root / "to_itself.py").symlink_to("to_itself.py")
    (root / "to_a_device.py").symlink_to("/dev/zero")
    for name in ("pipe.py", "pyproject.toml", "package.json", ".gitignore", "ripple.toml"):
        os.mkfifo(root / name)
    deep = root
    for _ in range(1_200):
        deep = deep / "d"
        deep.mkdir()
    (deep / "deep.py").write_text("x = 1\n")
    write_files(root, {"sub/.gitignore": "!\n\\\n[z-a]\nignored.py\n", "sub/ignored.py": "x = 1\n"})
    report = twin.scan()
    # Python before 3.13 cannot remove folders that are so deep, and somebody will try.
    subprocess.run(["rm", "-rf", root / "d"], check=True)
    assert report.files["parsed"] == 3
    reasons = {item.path: item.message for item in report.diagnostics}
    assert reasons["pipe.py"] == "skipped: not a regular file"
    assert reasons["to_a_device.py"] == "skipped: a symbolic link"
    assert "sub/ignored.py" not in reasons


@pytest.mark.parametrize(
    "path",
    [
        path if path == "pyproject.toml" else pytest.param(path, marks=pytest.mark.slow)
        for path in sorted(NASTY_MANIFESTS)
    ],
)
def test_a_manifest_may_hold_anything(path: str, twin: Twin) -> None:
    """Settings that cannot be read change nothing for the files they do not concern."""
    write_files(twin.root, {"src/a.ts": "import './b'\n", "src/b.ts": "", "c/a.c": "int x;\n"})
    write_files(twin.root, {"r/src/lib.rs": "fn f() {}\n", "g/a.go": "package g\n"})
    write_files(twin.root, {"lib/a.dart": "import 'b.dart';\n"})
    twin.scan()
    for data in NASTY_MANIFESTS[path]:
        (twin.root / path).parent.mkdir(parents=True, exist_ok=True)
        (twin.root / path).write_bytes(data)
        twin.scan()
        assert any('"good.py::g", "other.py::f", "calls"' in line for line in twin.read())


@pytest.mark.parametrize("text", ["x = " + "[" * 5_000, "x = 1" + "0" * 5_000, "\0", "a.b = 1"])
def test_settings_that_cannot_be_read_are_a_clear_error(twin: Twin, text: str) -> None:
    write_files(twin.root, {"ripple.toml": text})
    assert_clear_failure(run_ripple("status", folder=twin.root), code=2)


def test_a_long_line_of_method_references_is_read() -> None:
    extract("java", b"class A { Object o = " + b"a::" * 1_000 + b"b; }")
