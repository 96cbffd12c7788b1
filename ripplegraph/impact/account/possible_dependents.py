"""Dependents that nobody can be sure of: what encloses likely and possible uses of a name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ripplegraph.graph.file_order import rank_file
from ripplegraph.graph.ids import get_path
from ripplegraph.impact.account.account import Account
from ripplegraph.impact.account.places import LIKELY, POSSIBLE, Place, score_place
from ripplegraph.impact.report import Dependent, PossibleDependent

_TIERS = (LIKELY, POSSIBLE)


def find_possible_dependents(
    account: Account | None,
    unsure: Iterable[Dependent],
    *,
    known: Collection[str],
    targets: Collection[str],
    inside: Collection[str],
    by_file: bool,
) -> list[PossibleDependent]:
    """Return what may depend on targets, the likely ones first.

    `unsure` use a name of which the linker knows several meanings. Whoever is `known` to depend on
    the targets for certain, is one of them or in a file `inside` of one, is left out. With
    `by_file`, files are meant.
    """
    groups: dict[str, list[Place]] = {}
    if account is not None:
        find_owner = account.owners.find
        for place in account.places:
            if place.role not in _TIERS or place.path in inside:
                continue
            owner = place.path if by_file else find_owner(place).id
            if owner not in known and owner not in targets:
                groups.setdefault(owner, []).append(place)
    found = [_describe(owner, places) for owner, places in groups.items()]
    found += [_convert(row) for row in unsure if row.id not in groups and row.id not in known]
    return sorted(found, key=_rank)


def _describe(owner: str, places: Sequence[Place]) -> PossibleDependent:
    best = places[0] if len(places) == 1 else min(places, key=_rank_place)
    return PossibleDependent(
        id=owner,
        path=best.path,
        line=best.line,
        tier=best.role,
        score=score_place(best),
        why=best.why,
        lines=tuple(sorted({place.line for place in places})),
    )


def _rank_place(place: Place) -> tuple[bool, int, int]:
    return place.role != LIKELY, -place.weight, place.line


def _convert(row: Dependent) -> PossibleDependent:
    """Return what uses a name that has several meanings, as the linker knows."""
    lines = (row.line,) if row.line is not None else ()
    why = "the name may mean something else"
    return PossibleDependent(row.id, row.path, row.line, LIKELY, row.score, why, lines)


def _rank(row: PossibleDependent) -> tuple[bool, int, float, str]:
    path = row.path or get_path(row.id) or ""
    return row.tier != LIKELY, rank_file(path), -row.score, row.id
