"""Records of configuration files as they were before ripple changed them."""

import base64
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from ripplegraph.agents.files import create_folders, read_file, remove_file, write_file
from ripplegraph.agents.locations import Locations, Scope
from ripplegraph.store.connection import create_folder
from ripplegraph.store.database import FOLDER

_VERSION = 1


@dataclass(frozen=True)
class FileRecord:
    """A file before ripple changed it, as ripple left it, and the folders made for it."""

    original: bytes | None
    """None where there was no file."""
    digest: str
    folders: tuple[Path, ...]

    def fits(self, content: bytes | None) -> bool:
        """Tell whether a file is still as ripple left it."""
        return content is not None and compute_digest(content) == self.digest


class FileRecords:
    """The records of one scope: with the project, or among what belongs to the user."""

    def __init__(self, locations: Locations, scope: Scope) -> None:
        self._base = locations.root / FOLDER if scope is Scope.PROJECT else locations.state
        self._root = locations.root if scope is Scope.PROJECT else None

    def read(self, path: Path) -> FileRecord | None:
        """Return the record of a file; one that cannot be understood does not count."""
        content = read_file(self._get_path(path))
        if content is None:
            return None
        try:
            data = json.loads(content)
            original = data["original"]
            return FileRecord(
                None if original is None else base64.b64decode(original, validate=True),
                str(data["digest"]),
                tuple(Path(folder) for folder in data["folders"]),
            )
        except (ValueError, KeyError, TypeError):
            return None

    def write(self, path: Path, record: FileRecord) -> None:
        """Keep a record for nobody else to read: configurations hold keys and tokens."""
        target = self._get_path(path)
        create_folders(target.parent)
        if self._root is not None:
            create_folder(self._base)
        original = record.original
        data = {
            "version": _VERSION,
            "path": str(path),
            "original": None if original is None else base64.b64encode(original).decode(),
            "digest": record.digest,
            "folders": [str(folder) for folder in record.folders],
        }
        write_file(target, json.dumps(data, indent=2).encode(), private=True)

    def forget(self, path: Path) -> None:
        remove_file(self._get_path(path))

    def _get_path(self, path: Path) -> Path:
        inside = self._root is not None and path.is_relative_to(self._root)
        name = path.relative_to(self._root).as_posix() if self._root and inside else str(path)
        return self._base / "agents" / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.json"


def compute_digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
