"""`ripple status`: shows what is indexed and whether it is fresh."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from ripplegraph.cli.invocation import Invocation, RippleCommand
from ripplegraph.cli.output import escape, print_json

if TYPE_CHECKING:
    from ripplegraph.health.status import CheckedOut, Embeddings, Index, Status
    from ripplegraph.model.log import ModelUse
    from ripplegraph.store.answer_costs import AnswerCosts


@click.command("status", cls=RippleCommand)
@click.pass_obj
def command(invocation: Invocation) -> None:
    """Show what is indexed and whether it is fresh."""
    status = invocation.open_project().status()
    if invocation.json:
        print_json(status)
        return
    for label, text in _describe(status):
        click.echo(f"{label:<12}{escape(text)}")


def _describe(status: "Status") -> Iterator[tuple[str, str]]:
    yield "project", str(status.root)
    if status.checked_out:
        yield "checked out", _describe_checkout(status.checked_out)
    yield "index", f"{status.freshness.replace('_', ' ')}: {status.reason}"
    if status.index:
        yield from _describe_index(status.index)
    yield "graph", _describe_size(status.graph.bytes, str(status.graph.path))
    yield "memory", _describe_size(status.memory.bytes, str(status.memory.path))
    yield "vectors", _describe_embeddings(status.embeddings)
    spool = status.memory.spool
    if spool:
        since = f" since {spool.since}" if spool.since else ""
        yield "spool", f"{spool.changes} changes wait to be merged{since}: {spool.path}"
    if status.answers:
        yield "tokens", _describe_answers(status.answers)
    if status.model:
        yield "model", _describe_model(status.model)


def _describe_answers(answers: "AnswerCosts") -> str:
    number = "1 answer" if answers.answers == 1 else f"{answers.answers:,} answers"
    if answers.saved <= 0:
        return (
            f"{number} cost about {answers.cost:,} since {answers.since}, reading the dependents "
            f"they named {answers.instead:,}: files this small save none, larger ones do"
        )
    balance = f"about {answers.saved:,} saved since {answers.since}"
    spent = f"{number} cost {answers.cost:,}"
    return f"{balance}: {spent}, reading the dependents they named {answers.instead:,}"


def _describe_model(use: "ModelUse") -> str:
    failed = f", {use.failed:,} without an answer" if use.failed else ""
    calls = f"{use.calls:,} questions since {use.since}{failed}"
    return f"{calls}: about {use.tokens:,} tokens, {use.today:,} today; sent: {use.path}"


def _describe_embeddings(embeddings: "Embeddings") -> str:
    made = (
        sum(embeddings.vectors.values())
        if embeddings.model is None
        else (embeddings.vectors.get(embeddings.model, 0))
    )
    name = f"{embeddings.provider}: {embeddings.model}" if embeddings.model else "none"
    then = f"; else {', '.join(embeddings.others)}" if embeddings.others else ""
    return f"{name} ({embeddings.reason}{then}), {made} made"


def _describe_checkout(checked_out: "CheckedOut") -> str:
    commit = checked_out.commit[:10] if checked_out.commit else "no commit yet"
    branch = checked_out.branch or "detached HEAD"
    return f"{commit} on {branch}, {checked_out.changed_files} changed files"


def _describe_index(index: "Index") -> Iterator[tuple[str, str]]:
    commit = index.commit[:10] if index.commit else "no commit"
    yield "scanned", f"{index.scanned_at} at {commit} by ripple {index.ripple_version}"
    yield "languages", _describe_counts(index.languages)
    yield "files", _describe_counts(index.files)
    yield "nodes", _describe_counts(index.nodes)
    yield "edges", _describe_counts(index.edges)
    yield "diagnostics", str(index.diagnostics)


def _describe_counts(counts: Mapping[str, int]) -> str:
    listed = ", ".join(f"{name} {count}" for name, count in counts.items())
    return f"{sum(counts.values())} ({listed})" if listed else "0"


def _describe_size(size: int | None, path: str) -> str:
    return f"{path} ({size:,} bytes)" if size is not None else f"{path} (not created yet)"
