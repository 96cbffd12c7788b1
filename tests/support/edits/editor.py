"""Takes random steps: edits of lines and names, of files, and of what git has checked out.

Each step draws from a source of its own, made of a seed and its number: a failure can be replayed
with fewer steps, and those that are left do the same kinds of things.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from tests.support.edits.chunks import ChunkEdits, Code
from tests.support.edits.files import FileEdits
from tests.support.edits.history import HistoryEdits
from tests.support.edits.text import TextEdits


class Editor(TextEdits, ChunkEdits, FileEdits, HistoryEdits):
    """Changes a project one random step at a time."""

    def __init__(self, root: Path, seed: int, *, in_git: bool, codes: Sequence[Code] = ()) -> None:
        super().__init__(root, seed, codes)
        self._in_git = in_git
        self._steps = [*_TEXT_STEPS, *_FILE_STEPS]
        if codes:
            self._steps += _CHUNK_STEPS
        if in_git:
            self._steps += _GIT_STEPS

    def start(self) -> None:
        """Write the first files, unless there are some, and put them under git."""
        if not self.list_files():
            for code in self.codes:
                writer = code.make_writer(self.random)
                for path in code.paths:
                    if self.random.random() < 0.75:
                        self.write(self.root / path, writer.write_file(path))
        if self._in_git:
            if not (self.root / ".git").exists():
                self.git("init", "--quiet", "--initial-branch", "main")
            self.commit_all()
            self.git("branch", "--force", "start")

    def step(self, number: int) -> str:
        """Do something, and return what."""
        self.random = Random(f"{self.seed} {number}")  # noqa: S311
        chosen = self.random.choice(self._steps)
        what = chosen(self) or ""
        return f"{number} {chosen.__name__} {what}".rstrip()


Step = Callable[[Editor], str]

_TEXT_STEPS: tuple[Step, ...] = (
    *(Editor.comment, Editor.swap_lines, Editor.repeat_line) * 2,
    *(Editor.delete_line, Editor.delete_block, Editor.copy_block) * 2,
    *(Editor.rename_definition, Editor.replace_name) * 4,
)
_FILE_STEPS: tuple[Step, ...] = (
    *(Editor.delete_file, Editor.move_file, Editor.copy_file) * 2,
    *(Editor.rename_case, Editor.move_folder, Editor.toggle_package),
    *(Editor.break_file, Editor.link_file, Editor.ignore_file),
)
_GIT_STEPS: tuple[Step, ...] = (
    *(Editor.commit, Editor.switch_branch, Editor.stash, Editor.discard) * 2,
    *(Editor.reset, Editor.revert, Editor.merge, Editor.stage, Editor.go_back),
)
_CHUNK_STEPS: tuple[Step, ...] = (
    *(Editor.write_other_chunk,) * 12,
    *(Editor.move_chunk,) * 4,
    *(Editor.write_settings, Editor.write_new_file) * 2,
)
