"""A command in a fork, as most tests run it, does the same as one in a new process."""

from pathlib import Path

import pytest

from tests.support.command import run_ripple


@pytest.mark.parametrize(
    "words",
    ["--version", "--help", "status", "status --json", "no-such-command", "memories list --json"],
)
def test_a_fork_does_what_a_new_process_does(repository: Path, words: str) -> None:
    forked = run_ripple(*words.split(), folder=repository)
    assert forked == run_ripple(*words.split(), folder=repository, prefix=("env",))


def test_a_fork_reads_what_it_is_given(repository: Path) -> None:
    given = "MEMORY:fact:The lamp is \u2600\n".encode()
    command = ("ingest", "--dry-run", "--json")
    forked = run_ripple(*command, folder=repository, given=given)
    assert forked == run_ripple(*command, folder=repository, given=given, prefix=("env",))
    assert "\u2600" in forked.output or "\\u2600" in forked.output
