"""Test files that a runner finds, as opposed to files that tests only use."""

from __future__ import annotations

import re
import sqlite3
from typing import Final

from ripplegraph.graph.tests import has_tests_beside_code, is_test_path
from ripplegraph.store.sql import statements

_NAMED_TEST: Final = re.compile(r"(?:^|[/._-])(?:__tests__/|(?:tests?|specs?)[._-][^/]*$)")
_PYTHON: Final = (".py", ".pyi")
_SHARED_SETUP: Final = "conftest.py"


class TestFiles:
    """Answers questions about files, and remembers the answers."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._for_tests: dict[int, bool] = {}
        self._holding: dict[int, bool] = {}

    def is_for_tests(self, file: int | None) -> bool:
        """Whether a file is a test, or something that only tests use."""
        if file is None:
            return False
        known = self._for_tests.get(file)
        if known is None:
            known = self._for_tests[file] = is_test_path(self.read_path(file))
        return known

    def may_hold_tests(self, file: int | None) -> bool:
        """Whether what looks like a test in a file is one: some languages have them anywhere."""
        if self.is_for_tests(file):
            return True
        return file is not None and has_tests_beside_code(self.read_path(file))

    def holds_tests(self, file: int | None) -> bool:
        """Whether a runner finds tests in a file."""
        if file is None:
            return False
        known = self._holding.get(file)
        if known is None:
            known = self._holding[file] = self.is_for_tests(file) and self._look_into(file)
        return known

    def read_path(self, file: int) -> str:
        path: str
        (path,) = self._connection.execute(statements.SELECT_FILE_PATH, (file,)).fetchone()
        return path

    def find_set_up_by(self, file: int | None) -> list[int]:
        """Return the files whose tests a file sets up: itself, or all below a shared setup."""
        if file is None:
            return []
        folder, _, name = self.read_path(file).rpartition("/")
        if name != _SHARED_SETUP:
            return [file] if self.holds_tests(file) else []
        span = (f"{folder}/", f"{folder}0") if folder else ("", "\U0010ffff")
        below = self._connection.execute(statements.SELECT_FILES_BELOW, span).fetchall()
        return [found for (found,) in below if self.holds_tests(found)]

    def _look_into(self, file: int) -> bool:
        path = self.read_path(file)
        if not path.endswith(_PYTHON):
            return _NAMED_TEST.search(path) is not None
        row = self._connection.execute(statements.SELECT_ANY_TEST, (file,)).fetchone()
        return row is not None
