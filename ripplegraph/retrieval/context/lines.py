"""Memories as lines of a context: a citation first, then their text, made inert."""

from collections.abc import Iterator

from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.memory.queries.views import MemoryView
from ripplegraph.retrieval.context.inert_text import CITATION_OPENING, make_inert, make_name_inert

_TIMES = "\u00d7"
_WORDS = {"workflow_recipe": "recipe", "e2e_observation": "e2e observation"}


def build_citation(view: MemoryView) -> str:
    """Return the citation of a memory: `[↗ Memory: gotcha in auth.ts]`."""
    kind = _WORDS.get(view.type, view.type.replace("_", " "))
    place = find_place(view)
    where = f" in {make_name_inert(place)}" if place else ""
    return f"{CITATION_OPENING} Memory: {make_name_inert(kind)}{where}]"


def find_place(view: MemoryView) -> str:
    """Return the last part of what a memory is about, as short as people say it."""
    targets = [anchor.target for anchor in view.anchors if anchor.role == "subject"]
    if not targets:
        return ""
    path, _, _ = targets[0].partition(SEPARATOR)
    folder = "/" if path.endswith("/") else ""
    return path.rstrip("/").rpartition("/")[2] + folder


def build_forms(view: MemoryView, *, titled: bool = False) -> tuple[str, ...]:
    """Return a memory as a bullet: with its whole text, or with its title where that is shorter.

    What is said about it comes first, so that nothing in its text can pretend to be that.
    """
    head = _build_head(view)
    content, title = make_inert(view.content), make_inert(view.title)
    is_start = content.casefold().startswith(title.casefold().rstrip("….")[:60])
    named = f"**{title}**: " if titled and not is_start else ""
    whole = f"{head} {named}{content}"
    short = f"{head} {title} (title only; `ripple memories show {view.short_id}`)"
    return (whole, short) if len(short) < len(whole) else (whole,)


def build_recipe_forms(view: MemoryView) -> tuple[str, ...]:
    """Return a recipe with its steps, one a line."""
    steps = list(_build_steps(view))
    if not steps:
        return build_forms(view)
    details = view.details
    pattern = make_inert(str(_get(details, "task_pattern") or view.title))
    count = _get(details, "success_count")
    used = f" (used {count}{_TIMES} successfully)" if isinstance(count, int) and count else ""
    head = f"{_build_head(view)} **Recipe: {pattern}**{used}"
    short = f"{head} (steps: `ripple memories show {view.short_id}`)"
    return ("\n".join([head, *steps]), short)


def build_state_forms(view: MemoryView) -> tuple[str, ...]:
    """Return where a piece of work stands, one line for each thing that is kept about it."""
    names = {
        "Branch": "branch",
        "Completed": "completed_steps",
        "Pending": "pending_steps",
        "Files modified": "files_modified",
        "Blocked": "blocked_reason",
    }
    lines = []
    for label, name in names.items():
        value = _get(view.details, name)
        parts = value if isinstance(value, list) else [value] if value else []
        if parts:
            lines.append(f"  {label}: {', '.join(make_inert(str(part)) for part in parts)}")
    return ("\n".join([*build_forms(view)[:1], *lines]), *build_forms(view)[1:])


def _build_head(view: MemoryView) -> str:
    labels = "".join(f"{label} " for label in _find_labels(view))
    return f"- {view.short_id} {labels}{build_citation(view)}"


def _find_labels(view: MemoryView) -> Iterator[str]:
    if view.label:
        yield f"[{make_name_inert(view.label.strip('[]'))}]"
    if view.needs_review:
        yield "[UNREVIEWED]"
    if view.reached is False:
        branch = make_name_inert(view.provenance.branch or "another branch")
        yield f"[CHECK: learned on {branch}, not merged here]"


def _build_steps(view: MemoryView) -> Iterator[str]:
    steps = _get(view.details, "steps")
    if not isinstance(steps, list):
        return
    for number, step in enumerate(steps, 1):
        described = make_inert(str(_get(step, "description") or ""))
        place = _get(step, "canonical_file")
        yield f"  {number}. {described}" + (f" (see {make_inert(str(place))})" if place else "")


def _get(details: dict[str, object], name: str) -> object:
    """Return a detail by its name, as `task_pattern` or `taskPattern`."""
    wanted = name.replace("_", "")
    return next(
        (value for key, value in details.items() if key.replace("_", "").casefold() == wanted),
        None,
    )
