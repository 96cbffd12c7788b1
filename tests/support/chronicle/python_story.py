"""A small shop in Python, and the changes it goes through."""

from __future__ import annotations

from tests.support.chronicle.python_edits import EDITED, FORMATTED, RESIGNED
from tests.support.chronicle.python_files import FILES, NOTES
from tests.support.chronicle.python_moves import MOVED, REMOVED
from tests.support.chronicle.story import Story

STORY = Story(FILES, NOTES, [*FORMATTED, *EDITED, *MOVED, *RESIGNED, *REMOVED])
