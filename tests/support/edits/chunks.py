"""Steps that write other code, or move some, in projects that are generated."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

from tests.support.edits.workspace import DEFINED, Workspace, read_text

_SCRIPTS = frozenset({".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts"})


class Writer(Protocol):
    """Writes code of one language at random."""

    def write_file(self, path: str) -> str: ...

    def write_chunk(self, path: str) -> str: ...


@dataclass(frozen=True)
class Code:
    """How code of one language is made up."""

    paths: Sequence[str]
    settings: Mapping[str, Sequence[str]]
    """What files with settings may say, by their paths."""
    make_writer: Callable[[Random], Writer]


class ChunkEdits(Workspace):
    """Edits of definitions, imports and statements, which have two empty lines between them."""

    def __init__(self, root: Path, seed: int, codes: Sequence[Code]) -> None:
        super().__init__(root, seed)
        self.codes = codes

    def write_other_chunk(self) -> str:
        """Replace, add or leave out a definition, an import or a statement."""
        file = self.choose_file()
        if file is None:
            return ""
        chunks = read_text(file).rstrip("\n").split("\n\n\n")
        at = self.random.randrange(len(chunks))
        new = [self._get_writer(file).write_chunk(self.name(file))]
        chunks[at : at + self.random.choice([0, 1, 1, 1])] = self.random.choice([new, new, []])
        self.write(file, "\n\n\n".join(chunks) + "\n")
        return f"{self.name(file)} chunk {at}"

    def move_chunk(self) -> str:
        """Move a definition to another file, and mostly import it back."""
        file = self.choose_file()
        same = [f for f in self.list_files() if file and f.suffix == file.suffix and f != file]
        if file is None or not same:
            return ""
        target = self.random.choice(same)
        chunks = read_text(file).rstrip("\n").split("\n\n\n")
        at = self.random.randrange(len(chunks))
        names = DEFINED.findall(chunks[at])
        self.write(target, read_text(target) + "\n\n" + chunks[at] + "\n")
        chunks[at] = self._import(names[0], file, target) if names else ""
        self.write(file, "\n\n\n".join(chunks) + "\n")
        return f"chunk {at} from {self.name(file)} to {self.name(target)}"

    def _import(self, name: str, file: Path, target: Path) -> str:
        if file.suffix == ".py":
            module = ".".join(target.relative_to(self.root).with_suffix("").parts)
            return f"from {module.removesuffix('.__init__')} import {name}"
        if file.suffix not in _SCRIPTS:
            return ""
        near = os.path.relpath(target.with_suffix(""), file.parent)
        return f"export {{ {name} }} from '{near if near.startswith('.') else f'./{near}'}'"

    def write_settings(self) -> str:
        code = self.random.choice(self.codes)
        name = self.random.choice(sorted(code.settings))
        path = self.root / name
        if path.exists() and self.random.random() < 0.3:
            path.unlink()
            return f"{name} gone"
        self.write(path, self.random.choice(code.settings[name]))
        return name

    def write_new_file(self) -> str:
        code = self.random.choice(self.codes)
        name = self.random.choice(code.paths)
        if not self.is_free(self.root / name):
            return ""
        self.write(self.root / name, code.make_writer(self.random).write_file(name))
        return name

    def _get_writer(self, file: Path) -> Writer:
        own = (c for c in self.codes if any(Path(p).suffix == file.suffix for p in c.paths))
        return next(own, self.codes[0]).make_writer(self.random)
