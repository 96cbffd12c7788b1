"""Precision and recall of calls, and lists of the calls that differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ripplegraph.linking.values.links import AMBIGUOUS

Pair = tuple[str, str]


def print_figures(found: Mapping[Pair, str], wanted: set[Pair], show: int) -> None:
    """Compare calls of the graph, with their resolutions, with those that are wanted."""
    certain = {pair for pair, resolution in found.items() if resolution != AMBIGUOUS}
    _print_shares("overloads apart", set(found), wanted)
    _print_shares("without ambiguous ones", certain, wanted)
    _print_shares("overloads as one", _merge_overloads(found), _merge_overloads(wanted))
    print_some("wrong", {_shorten(pair) for pair in found.keys() - wanted}, show)
    print_some("missed", {_shorten(pair) for pair in wanted - found.keys()}, show)


def _print_shares(title: str, found: set[Pair], wanted: set[Pair]) -> None:
    both = len(found & wanted)
    precision, recall = both / max(1, len(found)), both / max(1, len(wanted))
    print(f"{title:<24} precision {precision:.3f}  recall {recall:.3f}")


def _merge_overloads(pairs: Iterable[Pair]) -> set[Pair]:
    return {(a.partition("#")[0], b.partition("#")[0]) for a, b in pairs}


def _shorten(pair: Pair) -> Pair:
    """Leave out folders."""
    return pair[0].rpartition("/")[2], pair[1].rpartition("/")[2]


def print_some(title: str, pairs: set[Pair], show: int) -> None:
    """Print about so many calls, evenly spread."""
    if show:
        print_pairs(title, sorted(pairs)[:: max(1, len(pairs) // show)])


def print_pairs(title: str, pairs: Iterable[Pair]) -> None:
    """Print calls, one on each line."""
    for source, target in pairs:
        print(f"{title}: {source} -> {target}")
