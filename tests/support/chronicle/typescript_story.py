"""A small shop in TypeScript, and the changes it goes through."""

from __future__ import annotations

from tests.support.chronicle.story import Story
from tests.support.chronicle.typescript_edits import EDITED, FORMATTED, RESIGNED
from tests.support.chronicle.typescript_files import FILES, NOTES
from tests.support.chronicle.typescript_moves import MOVED, REMOVED

STORY = Story(FILES, NOTES, [*FORMATTED, *EDITED, *MOVED, *RESIGNED, *REMOVED])
