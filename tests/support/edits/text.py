"""Steps that change lines and names, as in any project."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from tests.support.edits.workspace import DEFINED, Workspace, read_text

_WORD = re.compile(r"\b[A-Za-z_]\w*\b")
_KEYWORDS = frozenset(
    {
        *("def", "class", "function", "const", "let", "var", "return", "import", "from", "export"),
        *("default", "if", "else", "for", "in", "of", "with", "as", "new", "async", "await"),
        *("yield", "try", "except", "pass", "lambda", "self", "this", "extends", "interface"),
        *("type", "not", "and", "or", "is", "None", "True", "False", "null", "true", "false"),
    }
)


class TextEdits(Workspace):
    """Edits that know nothing of the code but where its words are."""

    def comment(self) -> str:
        return self._edit_lines(lambda lines, at, mark: [*lines[:at], f"{mark} note", *lines[at:]])

    def swap_lines(self) -> str:
        return self._edit_lines(
            lambda lines, at, _: [*lines[:at], *reversed(lines[at : at + 2]), *lines[at + 2 :]]
        )

    def repeat_line(self) -> str:
        return self._edit_lines(
            lambda lines, at, _: [*lines[:at], *lines[at : at + 1], *lines[at:]]
        )

    def delete_line(self) -> str:
        return self._edit_lines(lambda lines, at, _: lines[:at] + lines[at + 1 :])

    def delete_block(self) -> str:
        count = self.random.randrange(2, 25)
        return self._edit_lines(lambda lines, at, _: lines[:at] + lines[at + count :])

    def copy_block(self) -> str:
        source = self.choose_file()
        if source is None:
            return ""
        lines = read_text(source).split("\n")
        at = self.random.randrange(len(lines))
        block = lines[at : at + self.random.randrange(1, 20)]
        same = [file for file in self.list_files() if file.suffix == source.suffix]
        target = self.random.choice(same)
        return self._edit_lines(lambda own, at, _: own[:at] + block + own[at:], target)

    def rename_definition(self) -> str:
        """Rename a definition in its own file only, sometimes to another one's name."""
        file = self.choose_file()
        names = DEFINED.findall(read_text(file)) if file else []
        if file is None or not names:
            return ""
        old = self.random.choice(names)
        new = self.random.choice([*names, f"{old}2", f"{old}2"])
        self.write(file, re.sub(rf"\b{re.escape(old)}\b", new, read_text(file)))
        return f"{self.name(file)}: {old} to {new}"

    def replace_name(self) -> str:
        """Let one place in a file say another name."""
        file, other = self.choose_file(), self.choose_file()
        if file is None or other is None:
            return ""
        text = read_text(file)
        places = [m for m in _WORD.finditer(text) if m.group() not in _KEYWORDS]
        words = [w for w in _WORD.findall(read_text(other)) if w not in _KEYWORDS]
        if not places or not words:
            return ""
        place, word = self.random.choice(places), self.random.choice(words)
        self.write(file, text[: place.start()] + word + text[place.end() :])
        return f"{self.name(file)}: {place.group()} to {word} at {place.start()}"

    def _edit_lines(
        self, edit: Callable[[list[str], int, str], list[str]], file: Path | None = None
    ) -> str:
        file = file or self.choose_file()
        if file is None:
            return ""
        lines = read_text(file).split("\n")
        at = self.random.randrange(len(lines))
        mark = "#" if file.suffix in (".py", ".pyi") else "//"
        self.write(file, "\n".join(edit(lines, at, mark)))
        return f"{self.name(file)}:{at + 1}"
