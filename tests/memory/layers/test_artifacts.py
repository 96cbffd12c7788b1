"""Artifacts are registered with their checksum, and compared with their files when listed."""

import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from ripplegraph.errors import UsageError
from ripplegraph.memory.checks import SecretRefusedError
from ripplegraph.memory.paths import OutsideProjectError
from ripplegraph.memory.work.ledger import UnknownRecordError
from ripplegraph.store.records.work_records import ARTIFACT_TYPES, ArtifactFilter
from tests.support.layers import ANN, ONE, TWO, Office
from tests.support.memories import after_days

CONTENT = b"print('hello')\n"


@pytest.fixture
def file(office: Office) -> Path:
    path = office.root / "src" / "a.py"
    path.parent.mkdir()
    path.write_bytes(CONTENT)
    return path


def test_size_and_checksum_come_from_the_file(office: Office, file: Path) -> None:
    artifact = office.make("src/a.py", description="The greeting.")
    assert artifact.path == "src/a.py"
    assert (artifact.size_bytes, artifact.checksum) == (
        len(CONTENT),
        sha256(CONTENT).hexdigest(),
    )
    assert (artifact.status, artifact.description) == ("unchanged", "The greeting.")
    assert office.artifacts() == [artifact]


def test_a_large_file_is_read_in_pieces(office: Office, file: Path) -> None:
    content = os.urandom(3_000_001)
    file.write_bytes(content)
    assert office.make("src/a.py").checksum == sha256(content).hexdigest()


def test_a_list_says_what_became_of_the_file(office: Office, file: Path) -> None:
    office.make("src/a.py")

    def get_status() -> str:
        return office.artifacts()[0].status

    file.write_bytes(CONTENT[::-1])
    assert get_status() == "changed"
    file.write_bytes(CONTENT + CONTENT)
    assert get_status() == "changed"
    file.unlink()
    assert get_status() == "gone"
    file.mkdir()
    assert get_status() == "unreadable"
    file.rmdir()
    file.symlink_to("/etc/passwd")
    assert get_status() == "unreadable"
    file.unlink()
    file.write_bytes(CONTENT)
    assert get_status() == "unchanged"


def test_the_same_content_is_registered_once_and_new_content_again(
    office: Office, file: Path
) -> None:
    first = office.make("src/a.py")
    office.clock.now = after_days(1)
    assert office.make("./src/a.py").id == first.id
    file.write_bytes(b"other")
    second = office.make("src/a.py")
    assert second.id != first.id
    assert [(a.id, a.status) for a in office.artifacts()] == [
        (second.id, "unchanged"),
        (first.id, "changed"),
    ]


def test_artifacts_are_filtered(office: Office, file: Path) -> None:
    for number, kind in enumerate(ARTIFACT_TYPES):
        office.make("src/a.py", (ONE, TWO)[number % 2], task=f"t{number}", type=kind)
    (office.root / "b.txt").write_text("b")
    office.make("b.txt", task="t9")
    assert len(office.artifacts(task_id="t1")) == 1
    assert len(office.artifacts(agent_id="two")) == 2
    assert [a.task_id for a in office.artifacts(type="test")] == ["t2"]
    assert len(office.artifacts(path="src/../src/a.py")) == 5
    some = office.work.list_artifacts(ArtifactFilter(), limit=2)
    assert (some.matched, some.returned, some.omitted) == (6, 2, 4)


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "link", "src/../../x", "a\0b"])
def test_a_path_outside_is_refused(office: Office, file: Path, path: str) -> None:
    (office.root / "link").symlink_to("/etc/passwd")
    with pytest.raises(UsageError):
        office.make(path)
    assert office.artifacts() == []


def test_a_link_that_leaves_is_refused_by_name(office: Office, file: Path) -> None:
    (office.root / "link").symlink_to("/etc")
    with pytest.raises(OutsideProjectError):
        office.make("link/passwd")


@pytest.mark.parametrize("path", ["src", "src/", ".", "src/none.py", "pipe", ""])
def test_only_a_file_can_be_registered(office: Office, file: Path, path: str) -> None:
    os.mkfifo(office.root / "pipe")
    with pytest.raises(UsageError):
        office.make(path)


@pytest.mark.parametrize(
    "values",
    [{"type": "riddle"}, {"task": ""}, {"description": "x" * 20_001}, {"description": "a\0"}],
)
def test_what_cannot_be_kept_is_refused(office: Office, file: Path, values: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        office.make("src/a.py", **values)
    assert office.artifacts() == []


def test_a_secret_is_refused(office: Office, file: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    with pytest.raises(SecretRefusedError):
        office.make("src/a.py", description=secret)


@pytest.mark.parametrize("by", [ONE, ANN])
def test_an_artifact_is_taken_off_the_record_by_who_made_it_or_a_person(
    office: Office, file: Path, by: Any
) -> None:
    artifact = office.make("src/a.py")
    office.work.delete_artifact(artifact.id[-8:], by, reason="wrong one")
    assert office.artifacts() == []
    assert file.read_bytes() == CONTENT
    history = office.work.get_work_history("artifact", artifact.id)
    assert history.record is None
    assert history.events[-1].before is not None
    assert history.events[-1].before["checksum"] == artifact.checksum
    with pytest.raises(UnknownRecordError, match="was removed"):
        office.work.delete_artifact(artifact.id, by, reason="")
