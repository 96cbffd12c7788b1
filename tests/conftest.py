"""Fixtures that all tests share, and the rule that a required test is never skipped on CI."""

from collections.abc import Generator
from os import environ
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support.repository import build_repository

pytest_plugins = ["pytester"]

# How long an example takes says more about the machine than about the code.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")


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


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a git repository with one commit."""
    return build_repository(tmp_path / "repository")


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
