"""Checks the two databases: their version, damage, backups and whether they can be written."""

import os
from pathlib import Path

from ripplegraph.errors import StoreError
from ripplegraph.health.report import Check, failed, passed, warned
from ripplegraph.health.status import measure
from ripplegraph.store.backups.backup_list import find_backups
from ripplegraph.store.connection import exists
from ripplegraph.store.database import Database
from ripplegraph.store.integrity import inspect_database
from ripplegraph.store.sqlite.failures import REBUILD, RESTORE


def check_database(database: Database) -> Check:
    """Look for damage and for a schema version that this ripple does not know."""
    name = f"{database.name} database"
    try:
        if not exists(database):
            return passed(name, f"{database.path} does not exist yet")
        found = inspect_database(database)
    except StoreError as error:
        return failed(name, error.message, fix=error.hint)
    if found.damage:
        return failed(
            name,
            f"{database.path} is damaged: {'; '.join(found.damage)}",
            fix=_advise_on_damage(database),
        )
    if found.version > database.version:
        return failed(
            name,
            f"{database.path} has schema version {found.version}, newer than {database.version}",
            fix="Upgrade ripplegraph.",
        )
    return passed(
        name, f"{database.path} is sound (version {found.version}, {measure(database)} bytes)"
    )


def check_writable(database: Database) -> Check:
    """Look whether a database, or the folder it would be made in, can be written."""
    name = f"{database.name} folder"
    place = _get_existing(database.path)
    if os.access(place, os.W_OK) and os.access(_get_existing(database.path.parent), os.W_OK):
        return passed(name, f"{database.path.parent} can be written")
    if database.spool and os.access(_get_existing(database.spool.parent), os.W_OK):
        effect = f"so changes wait in {database.spool.parent}"
    else:
        effect = "so ripple can only read here"
    return warned(
        name,
        f"{place} cannot be written, {effect}",
        fix="Change its permissions, or work in a writable copy.",
    )


def _get_existing(path: Path) -> Path:
    return next(place for place in (path, *path.parents) if os.access(place, os.F_OK))


def _advise_on_damage(database: Database) -> str:
    if not database.precious:
        return REBUILD
    backups = find_backups(database)
    if backups:
        return f"{RESTORE} The newest backup is {backups[0].path}"
    return "There is no backup of it. `ripple doctor --restore` saves all that can still be read."
