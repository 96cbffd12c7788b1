"""Fingerprints of code, for comparison with those that anchors keep."""

from __future__ import annotations

from ripplegraph.graph.changes import NodeState
from ripplegraph.graph.compatibility import get_body_print, read_metadata
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.graph.model import NodeKind
from ripplegraph.memory.anchors.code_reader import CodeReader, read_contract_flags
from ripplegraph.store.records.memory_records import Look

MOST_USES = 100
MOST_LOOKS = 12
"""How many looks an anchor keeps: the first, and the latest."""
AROUND = "around:"
"""Stands before the fingerprint of the code around something that has none of its own."""
_BRIEF = 10


def build_look(code: CodeReader, state: NodeState, *, at: str) -> Look:
    """Describe a file or definition as it is in the graph."""
    return Look(
        at,
        code.commit,
        state.signature,
        state.signature_fingerprint,
        find_body_print(code, state),
        read_contract_flags(state),
        find_parts(code, state),
        code.find_uses(state, MOST_USES),
    )


def find_body_print(code: CodeReader, state: NodeState) -> str | None:
    """Return what tells whether the inside of something changed.

    A parsed file has nothing of the kind: edits inside it do not matter to memories about it. A
    variable without a known value has the code around it.
    """
    if state.kind is NodeKind.FILE:
        return None if state.signature_fingerprint else state.content_hash
    own = get_body_print(state)
    if own is not None or state.kind is not NodeKind.VARIABLE:
        return own
    outer = code.find(get_outer(state.id))
    around = outer.body_fingerprint if outer is not None else None
    return None if around is None else AROUND + around


def find_parts(code: CodeReader, state: NodeState) -> dict[str, str] | None:
    """Return what a file offers, or a class has inside, each with its fingerprint."""
    if state.kind is NodeKind.FILE:
        if not state.signature_fingerprint:
            return None
        found = code.find_offered(state.path)
        return {_get_label(part.id): _describe_offer(part) for part in found}
    if state.kind in (NodeKind.CLASS, NodeKind.INTERFACE):
        cut = len(state.id) + 1
        return {part.id[cut:]: _describe_member(part) for part in code.find_members(state)}
    return None


def add_look(looks: tuple[Look, ...], new: Look) -> tuple[Look, ...]:
    """Add a look, unless the code looked just like that before."""
    if any(is_same(look, new) for look in looks):
        return looks
    return (*looks[:1], *looks[1:][-(MOST_LOOKS - 2) :], new)


def is_same(one: Look, other: Look) -> bool:
    """Tell whether code that looked one way looks the other way, whenever that was."""
    return (
        one.signature_fingerprint == other.signature_fingerprint
        and one.body_fingerprint == other.body_fingerprint
        and one.flags == other.flags
        and one.parts == other.parts
        and [(use.id, use.fingerprint) for use in one.uses]
        == [(use.id, use.fingerprint) for use in other.uses]
    )


def _describe_offer(state: NodeState) -> str:
    flags = "".join(flag[0] for flag in read_contract_flags(state))
    if state.kind is NodeKind.VARIABLE:
        return f"v{flags}"
    return f"{str(state.kind)[0]}{flags} {(state.signature_fingerprint or '')[:_BRIEF]}"


def _describe_member(state: NodeState) -> str:
    body = get_body_print(state) or str(read_metadata(state).get("literal", ""))
    return f"{_describe_offer(state)} {body[:_BRIEF]}"


def _get_label(node_id: str) -> str:
    return node_id.partition(SEPARATOR)[2]


def get_outer(node_id: str) -> str:
    """Return the id of what is around a definition: another one, or its file."""
    path, _, label = node_id.partition(SEPARATOR)
    outer = label.rpartition(".")[0]
    return f"{path}{SEPARATOR}{outer}" if outer else path
