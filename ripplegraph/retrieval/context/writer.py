"""Writes a context from the gathered memories, files and impact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.graph.ids import get_path
from ripplegraph.memory.types.registry import TypeRegistry
from ripplegraph.retrieval.context.budget import Budget, count_tokens
from ripplegraph.retrieval.context.builder import build_text
from ripplegraph.retrieval.context.inert_text import make_inert, make_name_inert
from ripplegraph.retrieval.context.parts import Context, Item, Placed, Preset
from ripplegraph.retrieval.context.preloaded_files import build_file_items
from ripplegraph.retrieval.context.presets import FILES, FIRST, IMPACT, SUMMARY
from ripplegraph.retrieval.context.reach import DEPENDENT, ReachSummary, build_reach_items
from ripplegraph.retrieval.context.recall import Recalled
from ripplegraph.retrieval.context.selection import ContextRequest, choose

Summarise = Callable[[str, Sequence[str]], tuple[str, str]]
"""Sums up notes for a task; returns the text and who wrote it, empty where no model did."""
MOST_NOTES = 12
PRELOADING_PHASES = (None, "implement")


@dataclass(frozen=True)
class ContextParts:
    """The memories, files and impact that a context is made from."""

    recalled: Recalled
    files: tuple[str, ...] = ()
    """The files of the task, as paths in the project."""
    reach: ReachSummary | None = None
    stale: int = 0
    """How many stale memories are near the files."""
    warnings: tuple[str, ...] = ()


def write_context(
    preset: Preset,
    request: ContextRequest,
    gathered: ContextParts,
    *,
    budget: Budget,
    registry: TypeRegistry,
    root: Path,
    summarise: Summarise | None = None,
) -> Context:
    """Choose, order and write the items that fit."""
    chosen = choose(gathered.recalled, request, registry)
    left_out = dict(chosen.left_out)
    if gathered.stale and chosen.left_out.get("stale", 0) < gathered.stale:
        left_out["stale"] = gathered.stale
    items = [*chosen.items, *_build_other_items(preset, request, gathered, root)]
    blocks = preset.blocks
    if summarise is not None and chosen.items:
        blocks = (SUMMARY, *blocks)
        items.append(_build_summary(request, chosen.items, gathered.recalled, summarise))
    built = build_text(blocks, items, budget, left_out)
    return Context(
        text=built.text,
        preset=preset.name,
        task=request.task,
        phase=request.phase,
        budget=budget.size,
        unit=budget.unit,
        used=budget.count(built.text),
        tokens=count_tokens(built.text),
        placement=preset.placement,
        items=built.items,
        left_out=built.left_out,
        considered=len(gathered.recalled.views),
        known=max(gathered.recalled.known, len(gathered.recalled.views)),
        warnings=gathered.warnings,
        files=tuple(_find_files(built.items)),
    )


def write_to_fit(
    write: Callable[..., Context], budget: Budget, find_excess: Callable[[Context], int]
) -> Context:
    """Write a context shorter and shorter until it is not too long where it is put."""
    context = write(budget=budget)
    while context.text and (excess := find_excess(context)) > 0:
        context = write(budget=Budget(max(0, context.used - excess), budget.unit))
    return context


def _build_summary(
    request: ContextRequest, items: Sequence[Item], recalled: Recalled, summarise: Summarise
) -> Item:
    contents = {view.id: view.content for view in recalled.views}
    best = sorted(items, key=lambda item: item.order)[:MOST_NOTES]
    text, by = summarise(request.task, [contents[item.id] for item in best])
    said = f"(by {make_name_inert(by)}; check it against what follows) " if by else ""
    return Item("summary", "summary", SUMMARY.key, "", FIRST, (f"- {said}{make_inert(text)}",))


def _find_files(items: Sequence[Placed]) -> dict[str, None]:
    paths = (get_path(item.id) for item in items if item.kind == DEPENDENT)
    return dict.fromkeys(path for path in paths if path)


def _build_other_items(
    preset: Preset, request: ContextRequest, gathered: ContextParts, root: Path
) -> Sequence[Item]:
    items: list[Item] = []
    if IMPACT in preset.blocks and gathered.reach:
        items += build_reach_items(gathered.reach)
    if FILES in preset.blocks and request.phase in PRELOADING_PHASES:
        items += build_file_items(gathered.recalled.views, gathered.files, root)
    return items
