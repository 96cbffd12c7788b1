"""Fixtures that all tests share, and the rule that a required test is never skipped on CI."""

import gc
import os
import tempfile
from collections.abc import Generator
from os import environ
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support.examples import choose
from tests.support.repository import build_repository

pytest_plugins = ["pytester"]

# How long an example takes says more about the machine than about the code. Every run tries the
# same examples: `scripts/fuzz.py` looks for others.
settings.register_profile(
    "any machine",
    deadline=None,
    derandomize=True,
    max_examples=choose(100),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("any machine")

# Without bytecode each command compiles itself anew, which takes ten times as long as its work.
environ.pop("PYTHONDONTWRITEBYTECODE", None)

FILES_IN_MEMORY = Path("/dev/shm")
ENOUGH_BYTES = 4 << 30


def may_hold_files(folder: Path) -> bool:
    """Tell whether a folder has room for what tests write, and lets them run programs there."""
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        return False
    place = os.statvfs(folder)
    return place.f_bavail * place.f_frsize > ENOUGH_BYTES and not place.f_flag & os.ST_NOEXEC


# Tests write thousands of small files and databases, and wait for a disk that keeps none of them.
if "TMPDIR" not in environ and may_hold_files(FILES_IN_MEMORY):
    environ["TMPDIR"] = str(FILES_IN_MEMORY)
    tempfile.tempdir = None


@pytest.fixture(autouse=True)
def isolated_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Keep the settings of whoever runs the tests out of them."""
    for name in environ:
        if name.startswith(("RIPPLE_", "GIT_")):
            monkeypatch.delenv(name)
    # Users get a diagnostic where the linker fails; a test has to fail.
    monkeypatch.setenv("RIPPLE_SCAN_ERRORS", "raise")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path_factory.getbasetemp().parent))
    # Nobody's settings, and nothing that anybody trusts.
    monkeypatch.setenv("HOME", str(tmp_path_factory.getbasetemp() / "nobody"))
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a git repository with one commit."""
    return build_repository(tmp_path / "repository")


def pytest_collection_finish() -> None:
    """Look for garbage among what tests make, not among the thousands of tests again and again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    required = item.get_closest_marker("required") is not None
    if report.skipped and required and environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"A required test was skipped: {report.longrepr}"
    return report
