"""The backups of a database: where they are, what they hold, which of them are kept."""

import json
import os
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ripplegraph.store.database import Database

FOLDER_NAME = "backups"
KEPT_LATEST = 3
KEPT_DAYS = 4
KEPT_WEEKS = 4
KEPT_UPGRADES = 3
"""How many backups are kept: the latest, of each of the last days and weeks that have one, and
from before upgrades."""
_NAME = re.compile(r"memory-(\d{8}T\d{6}\.\d{6}Z)(?:-v(\d+))?\.db")
_OLD_NAME = re.compile(r"memory\.db\.bak-v(\d+)(?:\.\d+)?")
_STAMP = "%Y%m%dT%H%M%S.%fZ"


@dataclass(frozen=True)
class Backup:
    """A copy of a database, and what was noted when it was made."""

    path: Path
    at: str
    bytes: int
    before_upgrade: bool = False
    memories: int | None = None
    events: int | None = None
    sha256: str | None = None
    """None of copies that were made before checksums were."""


def get_folder(database: Database) -> Path:
    return database.path.with_name(FOLDER_NAME)


def get_note_path(backup: Path) -> Path:
    """Return where it is noted what a backup holds."""
    return backup.with_suffix(".json")


def find_backups(database: Database) -> list[Backup]:
    """List the backups of a database, newest first, whatever their health."""
    found = [*_list(get_folder(database), _NAME), *_list(database.path.parent, _OLD_NAME)]
    return sorted(found, key=lambda backup: (backup.at, backup.path.name), reverse=True)


def _list(folder: Path, pattern: re.Pattern[str]) -> Iterator[Backup]:
    try:
        entries = [entry for entry in os.scandir(folder) if pattern.fullmatch(entry.name)]
    except OSError:
        return
    for entry in entries:
        try:
            size, changed = entry.stat().st_size, entry.stat().st_mtime
        except OSError:
            continue
        yield _build(Path(entry.path), size, changed)


def _build(path: Path, size: int, changed: float) -> Backup:
    match = _NAME.fullmatch(path.name)
    if match is None:
        return Backup(path, _write_time(datetime.fromtimestamp(changed, UTC)), size, True)
    note = _read_note(path)
    stamp = datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC)
    return Backup(
        path,
        _write_time(stamp),
        size,
        before_upgrade=match[2] is not None,
        memories=_get_count(note, "memories"),
        events=_get_count(note, "events"),
        sha256=str(note["sha256"]) if "sha256" in note else None,
    )


def _read_note(path: Path) -> dict[str, object]:
    try:
        note = json.loads(get_note_path(path).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return note if isinstance(note, dict) else {}


def _get_count(note: dict[str, object], name: str) -> int | None:
    value = note.get(name)
    return value if isinstance(value, int) else None


def choose_name(folder: Path, now: datetime, version: int | None) -> Path:
    """Return a name that no backup has yet; `version` is the one before an upgrade."""
    path = None
    while path is None or path.exists():
        stamp = now.strftime(_STAMP)
        path = folder / f"memory-{stamp}{'' if version is None else f'-v{version}'}.db"
        now += timedelta(microseconds=1)
    return path


def choose_kept(backups: Sequence[Backup]) -> Collection[Path]:
    """Return which backups to keep, of a list that has the newest first."""
    rolling = [backup for backup in backups if not backup.before_upgrade]
    upgrades = [backup for backup in backups if backup.before_upgrade]
    kept = {backup.path for backup in [*rolling[:KEPT_LATEST], *upgrades[:KEPT_UPGRADES]]}
    for length, most in ((len("2026-01-01"), KEPT_DAYS), (None, KEPT_WEEKS)):
        periods: dict[object, Path] = {}
        for backup in rolling:
            key = backup.at[:length] if length else _get_week(backup)
            periods.setdefault(key, backup.path)
        kept.update([*periods.values()][:most])
    return kept


def _get_week(backup: Backup) -> tuple[int, int]:
    year, week, _ = datetime.fromisoformat(backup.at).isocalendar()
    return year, week


def _write_time(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
