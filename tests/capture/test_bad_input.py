"""Whatever a transcript holds, the report says what was not read, and the rest is not lost."""

import resource
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from ripplegraph.app.project import Project, open_project
from ripplegraph.capture.line_reader import MAX_LINE, read_lines
from ripplegraph.capture.report import MAX_LISTED
from ripplegraph.errors import UsageError
from tests.support.examples import walk
from tests.support.repository import build_repository
from tests.support.transcripts import ask, say, show

GOOD = say("MEMORY:fact:A good line before").encode()
AFTER = say("MEMORY:fact:A good line after").encode()
DEEP = b'{"a":' * 100_000 + b"\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return open_project(build_repository(tmp_path_factory.mktemp("bad") / "repo"))


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (b'{"type": "assistant", \n', "no JSON object"),
        (b"words\n", "no JSON object"),
        (b"[1, 2]\n", "no JSON object"),
        (b"\0\0\0\n", "no JSON object"),
        (b"\xff\xfe\n", "no JSON object"),
        (DEEP, "no JSON object"),
        (b'{"a": ' + b"9" * 10_000 + b"}\n", "no JSON object"),
    ],
)
def test_a_bad_line_is_reported_and_the_others_are_read(
    project: Project, bad: bytes, reason: str
) -> None:
    report = project.ingest(BytesIO(GOOD + bad + AFTER), dry_run=True)
    assert (report.new, report.unreadable_count) == (2, 1)
    assert report.unreadable[0].line == 2
    assert reason in report.unreadable[0].reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"MEMORY:fact:with \0 in it\n", "NUL"),
        (b"MEMORY:fact:with \xff in it\n", "UTF-8"),
        (b"MEMORY:fact:" + b"x" * 20_001 + b"\n", "20,001 characters"),
        (b"MEMORY:fact:\n", "empty"),
        (b"MEMORY:factt:typo\n", "no memory type"),
        (b"MEMORY:link:a.py b.py\n", ""),
        (b"AGENTIUM_MEMORY: FILE_MODIFIED /etc/passwd\n", "outside"),
    ],
)
def test_a_bad_signal_is_refused_and_the_others_are_taken(
    project: Project, text: bytes, reason: str
) -> None:
    around = b"MEMORY:fact:A good line before\n"
    report = project.ingest(BytesIO(around + text + b"MEMORY:fact:After it\n"), dry_run=True)
    assert (report.new, report.refused_count) == (2, 1)
    assert report.refused[0].line == 2
    assert reason in report.refused[0].reason


def test_bad_characters_in_json_do_not_spoil_what_stands_beside_them(project: Project) -> None:
    line = say("MEMORY:fact:A good line\nMEMORY:fact:with \0 in it\nMEMORY:fact:\udcff")
    raw = say("MEMORY:fact:@\nMEMORY:fact:Good").encode().replace(b"@", b"\xff\0")
    report = project.ingest(BytesIO(line.encode() + raw), dry_run=True)
    assert (report.new, report.refused_count, report.unreadable_count) == (2, 3, 0)


def test_another_encoding_is_an_error_that_says_so(project: Project) -> None:
    with pytest.raises(UsageError, match="UTF-16"):
        project.ingest(BytesIO("MEMORY:fact:words\n".encode("utf-16")))


def test_line_breaks_and_marks_of_other_systems(project: Project) -> None:
    text = "\ufeffMEMORY:fact:The first thing\r\nMEMORY:fact:The last thing"
    report = project.ingest(BytesIO(text.encode()), dry_run=True)
    assert [item.title for item in report.accepted] == ["The first thing", "The last thing"]


def test_unknown_json_lines_are_named(project: Project) -> None:
    report = project.ingest(BytesIO(b'{"a": "MEMORY:fact:x"}\n' * 3), dry_run=True)
    assert report.format == "unknown JSON lines"
    assert "no known form" in report.notices[0]


def test_a_file_that_cannot_be_read(project: Project, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing"):
        with pytest.raises(UsageError, match="cannot be read"):
            project.ingest(path)


def test_a_report_counts_everything_and_lists_some(project: Project) -> None:
    text = "MEMORY:none:x\n" * (MAX_LISTED + 5)
    report = project.ingest(BytesIO(text.encode()), dry_run=True)
    assert report.refused_count == MAX_LISTED + 5
    assert len(report.refused) == MAX_LISTED


def test_a_line_that_is_too_long_is_passed_over(project: Project) -> None:
    longest = MAX_LINE
    long = ask([{"type": "image", "source": {"data": "x" * longest}}]).encode()
    report = project.ingest(BytesIO(GOOD + long + AFTER), dry_run=True)
    assert report.new == 2
    assert f"at most {longest:,}" in report.unreadable[0].reason


@given(st.lists(st.binary(max_size=30)), st.integers(1, 40))
def test_lines_are_cut_but_never_lost(parts: list[bytes], longest: int) -> None:
    content = b"\n".join(parts)
    found = list(read_lines(BytesIO(content), longest=longest))
    expected = content.split(b"\n")
    if not expected[-1]:
        expected.pop()
    assert [line.content for line in found] == [part[:longest] for part in expected]
    assert [line.size for line in found] == [len(part) for part in expected]
    assert [line.number for line in found] == list(range(1, len(expected) + 1))
    assert not found or found[-1].end == len(content)


@walk(50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_any_bytes_can_be_read(project: Project, content: bytes) -> None:
    for start in (b"words\n", GOOD):
        report = project.ingest(BytesIO(start + content), dry_run=True)
        assert report.new >= (start == GOOD)


def test_a_large_transcript_takes_little_memory(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "large.jsonl"
    filler = show("words that a tool printed\n" * 400)
    with path.open("w") as stream:
        for number in range(2_000):
            stream.write(filler)
            if number % 500 == 0:
                stream.write(say(f"MEMORY:fact:Number {number} is remarkable", key=str(number)))
    assert path.stat().st_size > 20_000_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert project.ingest(path, dry_run=True).new == 4
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 10_000
