"""A required test that is skipped fails where CI is set, and only there."""

from pathlib import Path

import pytest

HOOK = Path(__file__).with_name("conftest.py")

SKIPPED_TESTS = """
import pytest

@pytest.mark.required
def test_skips_inside():
    pytest.skip("no server")

@pytest.mark.required
@pytest.mark.skipif(True, reason="no server")
def test_is_marked():
    pass

@pytest.mark.required
def test_runs():
    pass

def test_may_be_skipped():
    pytest.skip("not needed")
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.syspath_prepend(HOOK.parents[1])
    pytester.makeini("[pytest]\nmarkers = required: must run")
    pytester.makeconftest("from tests.conftest import pytest_runtest_makereport")
    pytester.makepyfile(SKIPPED_TESTS)
    return pytester


def test_on_ci_it_fails(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    result = project.runpytest_subprocess()
    outcomes = result.parseoutcomes()
    assert outcomes.get("passed") == 1
    assert outcomes.get("skipped") == 1
    assert outcomes.get("failed", 0) + outcomes.get("errors", 0) == 2
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*A required test was skipped*no server*"])


def test_elsewhere_it_is_skipped(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    project.runpytest_subprocess().assert_outcomes(passed=1, skipped=3)
