"""Command lines from a seed, for each command there is, run in this process."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from unittest.mock import patch

import click

from ripplegraph.cli.group import COMMANDS, ripple
from ripplegraph.cli.main import _run
from tests.support.hostile import find_unsafe
from tests.support.hostile_values import NUMBERS, TEXTS

EXIT_CODES = frozenset({0, 1, 2, 3, 4, 5, 6})
"""Those of docs/reference/exit-codes.md that no signal and no bug makes."""
_LEFT_OUT = frozenset({("mcp",), ("watch",), ("hook",), ("hooks", "run")})
"""Commands that wait for somebody."""
_PRINT = frozenset({("completion",), ("export",), ("memories", "export")})
"""Commands whose output is data in a form of its own."""
_OWN = frozenset({"project", "set", "color", "debug", "json", "help"})
_FILES = frozenset({"output", "out", "file"})
"""Options that name a file to be written."""


@dataclass(frozen=True)
class Run:
    """A command line that was run, and how it ended."""

    words: tuple[str, ...]
    code: int
    output: str
    errors: str

    def find_problems(self) -> Iterator[str]:
        if self.code not in EXIT_CODES:
            yield f"exit code {self.code}: {self.errors or self.output:.500}"
        printed = self.code == 0 and not {self.words[:1], self.words[:2]}.isdisjoint(_PRINT)
        output = "" if printed else self.output
        for name, text in (("output", output), ("errors", self.errors)):
            if "Traceback" in text:
                yield f"a traceback in the {name}: {text:.500}"
            if unsafe := find_unsafe(text) - {"\t"}:
                yield f"{unsafe!r} in the {name}"
        if self.code not in (0, 1) and "--json" not in self.words and not self.errors:
            yield "nothing is said about the error"
        if "--json" in self.words and {"--", "--help"}.isdisjoint(self.words) and not printed:
            yield from _judge_json(self.output)


def run_here(words: tuple[str, ...], given: bytes = b"") -> Run:
    """Run a command line in this process, as the program does."""
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace") for _ in range(2)]
    output, errors = streams
    given_stream = io.TextIOWrapper(io.BytesIO(given), "utf-8")
    with (
        patch.object(sys, "stdout", output),
        patch.object(sys, "stderr", errors),
        patch.object(sys, "stdin", given_stream),
    ):
        try:
            code = _run([*words])
        except SystemExit as ending:
            code = ending.code if isinstance(ending.code, int) else 1
    texts = []
    for stream in streams:
        stream.flush()
        texts.append(stream.buffer.getvalue().decode())
    return Run(words, code, *texts)


def list_commands() -> list[tuple[str, ...]]:
    """Return the words that name each command that ends on its own."""
    context = click.Context(ripple)
    found: list[tuple[str, ...]] = []
    for name in COMMANDS:
        command = ripple.get_command(context, name)
        names = command.list_commands(context) if isinstance(command, click.Group) else []
        found += [(name, inner) for inner in names] or [(name,)]
    return [words for words in found if words not in _LEFT_OUT]


def make_words(random: Random, command: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    """Make a command line with options that the command has, and values that it may not expect."""
    words = [*command]
    for parameter in _get_command(command).params:
        if parameter.name in _OWN:
            continue
        if isinstance(parameter, click.Argument):
            count = random.choice((0, 1, 1, 1, 2))
            words += [_make_value(random, parameter, known) for _ in range(count)]
        elif random.random() < 0.25:
            words += _make_option(random, parameter, known)
    if random.random() < 0.4:
        words.append("--json")
    if random.random() < 0.1:
        words += ["--set", f"{_make_text(random, known)}={_make_text(random, known)}"]
    if random.random() < 0.05:
        words.append(_make_text(random, known))
    return tuple(words)


def _get_command(words: tuple[str, ...]) -> click.Command:
    context = click.Context(ripple)
    command: click.Command | None = ripple
    for word in words:
        assert isinstance(command, click.Group)
        command = command.get_command(context, word)
    assert command is not None
    return command


def _make_option(random: Random, option: click.Parameter, known: tuple[str, ...]) -> list[str]:
    name = random.choice(option.opts)
    if isinstance(option, click.Option) and (option.is_flag or option.count):
        return [name]
    return [name, *(_make_value(random, option, known) for _ in range(option.nargs))]


def _make_value(random: Random, parameter: click.Parameter, known: tuple[str, ...]) -> str:
    kind = parameter.type
    if parameter.name in _FILES:
        return random.choice(("-", "out.txt", "no/such/folder/x", "a" * 300, "\x1b[31m"))
    if isinstance(kind, click.Choice) and random.random() < 0.8:
        return str(random.choice(list(kind.choices)))
    if isinstance(kind, click.types.IntParamType | click.types.FloatParamType):
        value = random.choice((*NUMBERS, 1, 2, 3, 10, 50))
        return str(value) if abs(value) < 1e40 else "9" * 30
    return _make_text(random, known)


def _make_text(random: Random, known: tuple[str, ...]) -> str:
    if known and random.random() < 0.4:
        return random.choice(known)
    return random.choice(_WORDS)


def _judge_json(output: str) -> Iterator[str]:
    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is not JSON")

    try:
        for document in [output] if output.startswith("{\n") else output.splitlines():
            json.loads(document, parse_constant=refuse)
    except ValueError as error:
        yield f"no JSON ({error}): {output[:300]!r}"
    if not output.isascii():
        yield f"not plain: {output[:300]!r}"


def _fit(text: str) -> str:
    """Make a text that a command line can hold: no NUL, and undecodable bytes for halves."""
    whole = "".join("\udcff" if 0xD800 <= ord(item) <= 0xDFFF else item for item in text)
    return whole.replace("\0", "\x01")


# Commands write where they are told to, so these name no place outside of the project.
_WORDS = ("x" * 5_000, *(_fit(text) for text in TEXTS if not text.startswith(("/", ".."))))
