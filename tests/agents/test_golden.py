"""The files of every agent before and after an installation are those kept in `golden/`."""

import json
import tomllib
from pathlib import Path

import pytest

from ripplegraph.agents.catalog import get_agents
from tests.support.agent_goldens import CASES, GOLDEN, STAGES, run_stages

PAIRS = [(agent, case) for agent in get_agents() for case in CASES]


def read_golden(agent: str, case: str, stage: str) -> dict[str, bytes]:
    folder = GOLDEN / agent / case / stage
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize(("agent", "case"), PAIRS)
def test_every_step_gives_what_is_kept(tmp_path: Path, agent: str, case: str) -> None:
    found = dict(run_stages(tmp_path, agent, case))
    assert found == {stage: read_golden(agent, case, stage) for stage in STAGES}


@pytest.mark.parametrize(("agent", "case"), PAIRS)
def test_what_is_kept_says_what_the_rules_say(agent: str, case: str) -> None:
    before, installed, again, uninstalled = (read_golden(agent, case, stage) for stage in STAGES)
    assert installed != before
    assert installed == again
    assert uninstalled == before


@pytest.mark.parametrize(("agent", "case"), PAIRS)
def test_what_is_installed_can_be_read_by_others(agent: str, case: str) -> None:
    for name, content in read_golden(agent, case, "installed").items():
        if name.endswith(".toml"):
            assert tomllib.loads(content.decode())["mcp_servers"]["ripplegraph"]["args"]
        elif name.endswith(".json") and case != "comments":
            assert b"ripplegraph" in json.dumps(json.loads(content)).encode()


@pytest.mark.parametrize(("agent", "case"), PAIRS)
def test_lines_that_a_user_has_stay(agent: str, case: str) -> None:
    installed = read_golden(agent, case, "installed")
    for name, content in read_golden(agent, case, "before").items():
        for line in content.split(b"\n"):
            assert line.rstrip(b"\r,") in installed[name] or case == "one-line"


@pytest.mark.parametrize("agent", get_agents())
def test_line_ends_stay_as_they_are(agent: str) -> None:
    for content in read_golden(agent, "crlf", "installed").values():
        assert content.count(b"\n") == content.count(b"\r\n")
