"""Selection of memories for a context, with their block and weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from ripplegraph.memory.queries.views import MemoryView
from ripplegraph.memory.types.registry import TypeRegistry
from ripplegraph.retrieval.context.inert_text import make_name_inert
from ripplegraph.retrieval.context.lines import (
    build_citation,
    build_forms,
    build_recipe_forms,
    build_state_forms,
)
from ripplegraph.retrieval.context.parts import Item
from ripplegraph.retrieval.context.presets import KNOWLEDGE
from ripplegraph.retrieval.context.recall import Recalled

LEAST_TRUST = 0.7
"""How much an observation of the running program must be trusted."""
_KNOWLEDGE_PREFIX = "knowledge/"
_GENERAL = {"architecture", "convention", "preference", "dependency", "fact", "requirement"}
_GENERAL |= {"pattern", "module_insight"}
_SESSION_GROUPS = {"error_pattern": "errors", "decision": "decisions", "fact": "facts"}
_FAR = 0.35


@dataclass(frozen=True)
class ContextRequest:
    """The request for a context."""

    preset: str
    task: str = ""
    phase: str | None = None
    session: str | None = None
    near: Mapping[str, int] = field(default_factory=dict)
    """The memories about the files and what they reach, with their distance."""


@dataclass(frozen=True)
class Chosen:
    """Items for a context, and how many memories stay out of it, by reason."""

    items: tuple[Item, ...]
    left_out: Mapping[str, int]


@dataclass(frozen=True)
class _Rated:
    view: MemoryView
    score: float
    near: bool
    relevant: bool


def choose(recalled: Recalled, request: ContextRequest, registry: TypeRegistry) -> Chosen:
    """Turn memories into items; what is stale, of this session or not to be trusted stays out."""
    left_out: Counter[str] = Counter()
    items = []
    for view in recalled.views:
        rated = _rate(view, recalled, request, registry)
        made = next(_ROUTES[request.preset](rated, request), None)
        if made is None:
            continue
        reason = _find_objection(view, request, registry)
        if reason == "":
            items.append(made)
        elif reason is not None:
            left_out[reason] += 1
    return Chosen(tuple(items), dict(left_out))


def _find_objection(
    view: MemoryView, request: ContextRequest, registry: TypeRegistry
) -> str | None:
    """Say why a memory stays out; empty where it does not, None where nobody would miss it."""
    kind = registry.get(view.type)
    if kind is not None and not kind.injectable:
        return None
    if view.freshness.is_stale:
        return "stale"
    if (
        request.session
        and view.provenance.session == request.session
        and not _is_own_state(view, request)
    ):
        return "of_this_session"
    if view.tainted and view.needs_review:
        return "from_outside_and_unreviewed"
    if view.raw_type.casefold().startswith(_KNOWLEDGE_PREFIX) and view.state == "candidate":
        return "only_proposed"
    if view.type == "e2e_observation" and view.effective_confidence < LEAST_TRUST:
        return "not_trusted_enough"
    return ""


def _is_own_state(view: MemoryView, request: ContextRequest) -> bool:
    """Tell whether a memory is a session's own note or the state of its work."""
    return view.state == "scratch" or (request.preset == "session" and view.type == "work_state")


def _rate(
    view: MemoryView, recalled: Recalled, request: ContextRequest, registry: TypeRegistry
) -> _Rated:
    kind = registry.get(view.type)
    weight = kind.get_phase_weight(request.phase) if kind and request.phase else 1.0
    distance = request.near.get(view.id)
    nearness = 0.0 if distance is None else 1 / (1 + distance)
    relevance = recalled.relevance.get(view.id, 0.0)
    score = view.effective_confidence * weight * (_FAR + nearness + relevance)
    score *= 0.5 + view.importance / 100
    score *= 1.25 if view.pinned else 1.0
    return _Rated(view, score, distance is not None, relevance > 0)


def _route_task(rated: _Rated, request: ContextRequest) -> Iterator[Item]:
    """Put each memory into the one block where it is looked for."""
    view = rated.view
    if view.type == "workflow_recipe":
        yield from _route_recipes(rated, request)
    elif view.type == "e2e_observation":
        if rated.near or rated.relevant or request.phase == "validate":
            yield from _route_e2e(rated, request)
    elif rated.near or rated.relevant:
        yield from _route_memory(rated, request)
    elif view.type in _GENERAL or view.raw_type.casefold().startswith(_KNOWLEDGE_PREFIX):
        yield from _route_knowledge(rated, request)
    elif view.pinned:
        yield from _route_memory(rated, request)


def _route_memory(rated: _Rated, _: ContextRequest) -> Iterator[Item]:
    view = rated.view
    group = view.scope
    if view.scope_ref:
        group = f"{view.scope.replace('_', ' ')} {make_name_inert(view.scope_ref)}"
    yield _build(rated, "memory", group, build_forms(view))


def _route_knowledge(rated: _Rated, _: ContextRequest) -> Iterator[Item]:
    view = rated.view
    group = view.type if view.type in KNOWLEDGE.groups else _title(view.type)
    if view.type in _GENERAL or view.type in KNOWLEDGE.groups:
        yield _build(rated, "knowledge", group, build_forms(view, titled=True))


def _route_recipes(rated: _Rated, request: ContextRequest) -> Iterator[Item]:
    if rated.view.type == "workflow_recipe" and (rated.relevant or rated.near or not request.task):
        yield _build(rated, "recipes", "", build_recipe_forms(rated.view))


def _route_e2e(rated: _Rated, _: ContextRequest) -> Iterator[Item]:
    view = rated.view
    if view.type == "e2e_observation":
        observed = view.details.get("observation_type") or view.details.get("observationType")
        group = make_name_inert(str(observed)) if observed else "ui_behavior"
        yield _build(rated, "e2e", group, build_forms(view))


def _route_session(rated: _Rated, request: ContextRequest) -> Iterator[Item]:
    """Put state first, then unresolved errors, decisions and facts, as an iteration needs them."""
    view = rated.view
    if view.type == "work_state":
        phase = str(view.details.get("phase") or request.phase or "")
        named = make_name_inert(view.scope_ref or view.provenance.task or request.task or "work")
        group = f"Task: {named}" + (f" (Phase: {make_name_inert(phase)})" if phase else "")
        yield _build(rated, "session", group, build_state_forms(view), first=0)
    elif view.type == "error_pattern" and view.details.get("resolved") is not True:
        yield _build(rated, "session", "errors", build_forms(view), first=1)
    elif view.type in ("decision", "fact"):
        first = 2 if view.type == "decision" else 3
        yield _build(rated, "session", _SESSION_GROUPS[view.type], build_forms(view), first=first)


def _route_nowhere(_: _Rated, __: ContextRequest) -> Iterator[Item]:
    yield from ()


_ROUTES: Mapping[str, Callable[[_Rated, ContextRequest], Iterator[Item]]] = {
    "task": _route_task,
    "memory": _route_memory,
    "knowledge": _route_knowledge,
    "recipes": _route_recipes,
    "e2e": _route_e2e,
    "session": _route_session,
    "files": _route_nowhere,
}


def _build(
    rated: _Rated, block: str, group: str, forms: tuple[str, ...], *, first: int = 0
) -> Item:
    view = rated.view
    order = (float(first), -rated.score)
    return Item(view.id, view.type, block, group, order, forms, build_citation(view))


def _title(kind: str) -> str:
    return make_name_inert(kind.replace("_", " ").capitalize())
