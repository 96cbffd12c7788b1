"""The quick way reads a command line as click does, or leaves it to click."""

from pathlib import Path
from typing import Any

import click
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.cli import hook_options
from ripplegraph.cli.commands.analyze_impact import command
from ripplegraph.cli.commands.hook import command as hook_command
from ripplegraph.cli.group import ripple
from ripplegraph.cli.impact_options import OPTIONS
from ripplegraph.cli.invocation import Invocation
from ripplegraph.cli.quick_commands import Request, read_request
from tests.support.command import run_ripple

FLAGS = [option.flag for option in OPTIONS]
WORDS = st.one_of(
    st.sampled_from([*FLAGS, "--json", "-C", "--project", "--", "-", "--help", "--nope", "-x"]),
    st.sampled_from(["a.py", "a.py::f", "3", "0", "-1", "0.5", "2", "text", "dot", "", "A..B"]),
    st.builds(
        lambda flag, value: f"{flag}={value}",
        st.sampled_from([*FLAGS, "--project", "--json"]),
        st.sampled_from(["", "0", "7", "0.5", "1.5", "paths", "x"]),
    ),
)


def read_with_click(words: list[str]) -> Request | None:
    invocation = Invocation()
    try:
        context = command.make_context(
            "analyze-impact", [*words], obj=invocation, **ripple.context_settings
        )
    except (click.ClickException, click.exceptions.Exit):
        return None
    options: dict[str, Any] = dict(context.params)
    targets = options.pop("targets")
    return Request(targets, options, invocation.json, invocation.folder)


@given(st.lists(WORDS, max_size=6))
def test_both_ways_read_the_same(words: list[str]) -> None:
    quick = read_request(words)
    if quick is not None:
        assert quick == read_with_click(words)


@given(st.lists(st.sampled_from(["a.py", "b.py::f", "--json", "--depth=2", "--no-scan"])))
def test_what_agents_write_is_read_quickly(words: list[str]) -> None:
    assert read_request(words) == read_with_click(words)


HOOK_WORDS = st.sampled_from(
    [
        "before-edit",
        "stop",
        "--agent",
        "--agent=codex",
        "--agent=x",
        "gemini",
        "-C",
        ".",
        "--",
        "-x",
    ]
)


@given(st.lists(HOOK_WORDS, max_size=5))
def test_both_ways_read_hooks_the_same(words: list[str]) -> None:
    quick = read_request(words, hook_options.OPTIONS)
    invocation = Invocation()
    try:
        context = hook_command.make_context("hook", [*words], obj=invocation)
    except (click.ClickException, click.exceptions.Exit):
        # The quick way leaves it to the hook to find fault with a number of events.
        assert quick is None or len(quick.targets) != 1
        return
    options: dict[str, Any] = dict(context.params)
    event = options.pop("event")
    if quick is not None:
        assert quick == Request((event,), options, invocation.json, invocation.folder)


def test_complaints_and_help_are_those_of_click(repository: Path) -> None:
    done = run_ripple("analyze-impact", "--depth", "x", folder=repository)
    assert done.code == 2
    assert "ripple analyze-impact --help" in done.errors
    assert "Usage:" in run_ripple("analyze-impact", "--help", folder=repository).output
