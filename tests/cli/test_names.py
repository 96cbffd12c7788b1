"""Names of files, branches and authors that are no plain text: every command takes them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.hostile import find_unsafe

NAMES = [
    b"bad\xff.py", b"new\nline.py", b"tab\t.py", b"esc\x1b[31m.py", b"quo\"te'.py",
    b"back\\slash.py", b"a -> b.py", b"-dash.py", b"trail.py ", b"\xed\xa0\x80half.py",
    "\u202ertl.py".encode(), b"x" * 252 + b".py", b"fol\xffder/in.py", b"new\nfolder/in.py",
    b" lead.py", b"per%41.py", b"a::b.py", b"*glob?.py", b"--json.py",
]  # fmt: skip
COMMANDS = [
    "scan", "status", "map", "hubs", "cycles", "unused", "deps", "links", "knowledge",
    "changes", "doctor", "sweep", "memories list", "analyze-impact --diff",
    "analyze-impact --staged", "analyze-impact --commit HEAD", "export --format jsonl",
    "export --format graphml", "export --format dot", "export --format mermaid", "context main.py",
    "co-changes main.py", "dependents main.py", "memories export --format jsonl",
]  # fmt: skip
ABOUT = ["dependents", "dependencies", "co-changes", "analyze-impact", "context", "map"]
PROGRAM = """
import io, json, os, sys
from ripplegraph.cli import main
main._make_output_safe()
for command in json.load(sys.stdin):
    arguments = [os.fsdecode(bytes.fromhex(part)) for part in command]
    sys.stdout = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace")
    sys.stderr = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace")
    code = main._run(arguments)
    texts = []
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
        texts.append(stream.buffer.getvalue().hex())
    print(json.dumps([code, *texts]), file=sys.__stdout__)
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a repository where half of the files are committed, and all differ from that."""
    folder = tmp_path_factory.mktemp("names")
    git(folder, b"init", b"-q", b"-b", b"main")
    write(folder, NAMES[::2], b"def f():\n    return 1\n")
    write(folder, [b"main.py"], b"import os\n\n\ndef g():\n    return os.sep\n")
    git(folder, b"add", b"-A")
    git(folder, b"-c", b"i18n.commitEncoding=latin1", b"commit", b"-qm", b"m\xffessage")
    git(folder, b"checkout", b"-qb", b"br\xffanch")
    write(folder, NAMES, b"def f():\n    return 2\n")
    return folder


def git(folder: Path, *arguments: bytes) -> None:
    settings = (b"-c", b"user.name=A\xffnn", b"-c", b"user.email=ann@example.org")
    subprocess.run([b"git", *settings, *arguments], cwd=folder, check=True, capture_output=True)


def write(folder: Path, names: list[bytes], content: bytes) -> None:
    for name in names:
        path = os.fsencode(folder) + b"/" + name
        os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120
        with open(path, "wb") as file:  # noqa: PTH123
            file.write(content)


def run(root: Path, commands: list[list[bytes]]) -> list[tuple[int, bytes, bytes]]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps([[part.hex() for part in command] for command in commands]),
        cwd=root,
        text=True,
        capture_output=True,
        check=True,
        timeout=600,
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return [(code, bytes.fromhex(output), bytes.fromhex(errors)) for code, output, errors in found]


def assert_all_end_well(root: Path, commands: list[list[bytes]]) -> None:
    both = [
        [*command[:1], *flags, *command[1:]] for command in commands for flags in ([], [b"--json"])
    ]
    done = run(root, both)
    assert len(done) == len(both)
    for command, (code, output, errors) in zip(both, done, strict=True):
        assert code in (0, 1, 2), (command, errors, output)
        is_export = command[0] == b"export"
        assert not find_unsafe(errors.decode())
        assert is_export or not find_unsafe(output.decode()), command
        if b"--json" in command[1:2] and not is_export and output and b"memories" not in command:
            json.loads(output)


def test_every_command_takes_such_names(root: Path) -> None:
    assert_all_end_well(root, [command.encode().split() for command in COMMANDS])


@pytest.mark.parametrize("command", ABOUT)
def test_a_command_can_be_asked_about_each(root: Path, command: str) -> None:
    assert_all_end_well(root, [[command.encode(), b"--", name] for name in NAMES])


@pytest.mark.slow
def test_memories_can_be_about_each(root: Path) -> None:
    assert_all_end_well(
        root,
        [
            part
            for number, name in enumerate(NAMES)
            for part in (
                [b"remember", b"Fact number %d of these." % number, b"--about=" + name],
                [b"memories", b"list", b"--about=" + name],
            )
        ],
    )


def test_hooks_take_such_names(root: Path) -> None:
    for name in (NAMES[0], NAMES[1], NAMES[12]):
        done = subprocess.run(
            [sys.executable, "-m", "ripplegraph", "hook", "before-edit"],
            input=json.dumps({"tool_input": {"file_path": os.fsdecode(name)}, "cwd": str(root)}),
            cwd=root,
            text=True,
            capture_output=True,
            check=False,
            timeout=120,
        )
        assert (done.returncode, done.stderr) == (0, "")
