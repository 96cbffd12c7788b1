"""Hostile calls of each MCP tool over the pipes of a real server: an answer each, no traceback."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from ripplegraph import open_project
from ripplegraph.memory.writing.drafts import Draft
from tests.support.fuzzed_calls import Tally, fuzz_tool
from tests.support.raw_mcp import RawClient, Silent
from tests.support.repository import git

_SHOWN = 8
_KNOWN = 40
"""How many files of the repository calls name."""
_MEMORIES = 10
_DEFINITION = re.compile(r"^\s*(?:def|class|function|fn|func) (\w+)", re.MULTILINE)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--calls", type=int, default=1_000, help="calls of each MCP tool (1000)")


def run(options: argparse.Namespace, folder: Path) -> int:
    """Call each tool of a server for a copy of the repository."""
    root = folder / "project"
    git(Path.cwd(), "clone", "--quiet", str(options.repository), str(root))
    open_project(root).scan()
    return fuzz(root, options.calls, options.seed)


def fuzz(root: Path, calls: int, seed: int) -> int:
    """Fuzz each tool, and return how many problems there are."""
    known = _find_known(root)
    failed = 0
    with RawClient(root) as client:
        client.greet()
        for tool, schema in client.list_tools().items():
            try:
                tally = fuzz_tool(client, tool, schema, calls, seed, known)
            except Silent as error:
                print(f"{tool}: no answer any more: {error}")
                return failed + 1
            failed += _report(tool, tally)
        failed += _judge_end(client)
    return failed


def _find_known(root: Path) -> tuple[str, ...]:
    """Name files, definitions and memories of a project, so that some calls find something."""
    files = sorted(git(root, "ls-files").splitlines())[:_KNOWN]
    symbols = [
        f"{name}::{symbol}"
        for name in files
        for symbol in _DEFINITION.findall((root / name).read_text(errors="replace"))[:2]
    ]
    project = open_project(root)
    drafts = [Draft(f"Somebody should read {name} first.") for name in files[:_MEMORIES]]
    return (*files, *symbols, *(project.remember(draft).id for draft in drafts))


def _report(tool: str, tally: Tally) -> int:
    print(f"{tool}: {tally}", flush=True)
    for problem in tally.problems[:_SHOWN]:
        print(f"  {problem}")
    return len(tally.problems)


def _judge_end(client: RawClient) -> int:
    """Check that the server lives, ends when it is told to, and has complained of nothing."""
    alive = client.is_alive()
    code, errors = client.close(), client.read_errors()
    print(f"the server lives: {alive}; it ended with {code}; standard error: {errors[-500:]!r}")
    return (not alive) + (code != 0) + bool(errors)
