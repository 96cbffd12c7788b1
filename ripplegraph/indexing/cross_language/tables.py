"""Finds what a table is known by: its definition in SQL, or what stands for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ripplegraph.graph.tests import is_test_path
from ripplegraph.indexing.cross_language.nearness import count_shared_folders
from ripplegraph.indexing.cross_language.offers import Offers, table_names
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView

_MOST: Final = 3
_MIGRATION = re.compile(r"(?:^|/)(?:migrations?|versions|revisions|alembic)/")
_UPGRADES: Final = ("::upgrade", "::up", "::change", "::upgrade_database")
"""What a migration defines a table in; classes in one are there for that migration alone."""


def find_tables(
    analysis: Analysis, offers: Offers, name: str, source: FileView, *, in_sql: bool = False
) -> Sequence[str]:
    """Return the ids that a table is known by: those in SQL, else those that stand for it."""
    found: list[tuple[str, bool]] = []
    for path in offers.find_table(name):
        view = analysis.view(path)
        analysis.ask(view, name)
        found += [(own, is_sql) for table, own, is_sql in table_names(view) if table == name]
    for_tests = is_test_path(source.path)
    found = [item for item in found if for_tests or not is_test_path(_path(item[0]))]
    chosen = {own for own, is_sql in found if is_sql}
    if in_sql:
        return sorted(chosen) if len(chosen) <= _MOST else ()
    chosen = chosen or {own for own, _ in found if not _MIGRATION.search(_path(own))}
    chosen = chosen or {own for own, _ in found if own.endswith(_UPGRADES) or "::" not in own}
    chosen = {own for own in chosen if _path(own) != source.path}
    if len(chosen) > _MOST:
        near = max(count_shared_folders(own, source.path) for own in chosen)
        chosen = {own for own in chosen if count_shared_folders(own, source.path) == near}
    return sorted(chosen) if len(chosen) <= _MOST else ()


def _path(own: str) -> str:
    return own.partition("::")[0]
