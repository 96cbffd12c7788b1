"""The paths of files by their numbers, and the other way round, read as they are needed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, ValuesView

from ripplegraph.impact.dependents.reach import Reach
from ripplegraph.store.sql import statements

_MANY = 5_000


class FilePaths:
    """Reads paths, each only once; `names` are those of what only an overlay brings."""

    def __init__(self, connection: sqlite3.Connection, names: Mapping[int, str]) -> None:
        self._connection = connection
        self._names = names
        self._known = dict(names)
        self._numbers = {name: number for number, name in names.items()}

    def __getitem__(self, file: int) -> str:
        path = self._known.get(file)
        if path is None:
            self.load([file])
            path = self._known[file]
        return path

    def load(self, files: Iterable[int]) -> None:
        """Read the paths of several files at once."""
        known = self._known
        wanted = json.dumps([file for file in files if file not in known])
        known.update(self._connection.execute(statements.SELECT_PATHS_OF_FILES, (wanted,)))

    def find_numbers(self, paths: Iterable[str]) -> dict[str, int]:
        """Return the numbers of those of the paths that there are files for."""
        wanted = (json.dumps(list(paths)),)
        rows = self._connection.execute(statements.SELECT_NUMBERS_OF_FILES, wanted)
        found = {path: file for file, path in rows}
        self._numbers |= found
        return found

    def find_number(self, path: str) -> int | None:
        """Return the number of a file."""
        if path not in self._numbers:
            self.find_numbers([path])
        return self._numbers.get(path)

    def sort(self, files: Collection[int], limit: int | None) -> list[int]:
        """Return the first files in the order of their paths."""
        if limit is None or len(files) <= max(_MANY, limit):
            self.load(files)
            return sorted(files, key=self.__getitem__)[:limit]
        # Of so many, the first are found sooner by going through all files in order.
        added = sorted((name, number) for number, name in self._names.items() if number in files)
        found = [*added]
        rows = self._connection.execute(statements.SELECT_ORDERED_FILES)
        for file, path in rows:
            if file in files:
                self._known[file] = path
                found.append((path, file))
                if len(found) == limit + len(added):
                    break
        return [file for _, file in sorted(found)[:limit]]


class Distances(Mapping[str, int]):
    """How far each of many files is from the targets, by path."""

    def __init__(self, reach: Reach, paths: FilePaths) -> None:
        self._reach = reach
        self._paths = paths

    def __getitem__(self, path: str) -> int:
        number = self._paths.find_number(path)
        if number is None:
            raise KeyError(path)
        return self._reach.get_depth(number)

    def __iter__(self) -> Iterator[str]:
        for level in self._reach.levels:
            self._paths.load(level)
            yield from (self._paths[file] for file in level)

    def __len__(self) -> int:
        return sum(map(len, self._reach.levels))


class Strengths(Mapping[str, float]):
    """How strongly each of many files depends on the targets, by path."""

    def __init__(self, reach: Reach, paths: FilePaths) -> None:
        self._reach = reach
        self._paths = paths

    def __getitem__(self, path: str) -> float:
        number = self._paths.find_number(path)
        if number is None or not self._reach.has(number):
            raise KeyError(path)
        return round(self._reach.strengths.find_all()[number], 4)

    def __iter__(self) -> Iterator[str]:
        return iter(Distances(self._reach, self._paths))

    def __len__(self) -> int:
        return len(Distances(self._reach, self._paths))

    def values(self) -> ValuesView[float]:
        """Return the strengths alone: no path is read for them."""
        return dict(self._find_by_number()).values()

    def _find_by_number(self) -> Iterator[tuple[int, float]]:
        found = self._reach.strengths.find_all()
        for level in self._reach.levels:
            yield from ((file, round(found.get(file, 0.0), 4)) for file in level)
