"""Steps that add, move, break and remove files."""

from __future__ import annotations

import os
from pathlib import Path

from tests.support.edits.workspace import Workspace, read_text


class FileEdits(Workspace):
    """Edits of whole files."""

    def delete_file(self) -> str:
        file = self.choose_file()
        if file is None or len(self.list_files()) < 6:
            return ""
        file.unlink()
        return self.name(file)

    def move_file(self) -> str:
        file, beside = self.choose_file(), self.choose_file()
        if file is None or beside is None:
            return ""
        main = "__init__.py" if file.suffix == ".py" else f"index{file.suffix}"
        names = [
            file.name,
            main,
            beside.stem + file.suffix,
            f"m{self.random.randrange(4)}{file.suffix}",
        ]
        target = beside.parent / self.random.choice(names)
        return self._move(file, target)

    def rename_case(self) -> str:
        file = self.choose_file()
        if file is None:
            return ""
        return self._move(file, file.with_name(file.stem.swapcase() + file.suffix))

    def move_folder(self) -> str:
        file = self.choose_file()
        if file is None or file.parent == self.root:
            return ""
        return self._move(
            file.parent, file.parent.with_name(self.random.choice(["moved", "core", "lib"]))
        )

    def copy_file(self) -> str:
        file, beside = self.choose_file(), self.choose_file()
        if file is None or beside is None:
            return ""
        folder = beside.parent / self.random.choice(["", "", "sub", "core"])
        target = folder / self.random.choice(
            [file.name, f"m{self.random.randrange(4)}{file.suffix}"]
        )
        if not self.is_free(target):
            return ""
        self.write(target, read_text(file))
        return f"{self.name(file)} to {self.name(target)}"

    def toggle_package(self) -> str:
        """Add or remove what makes a folder a package."""
        file = self.choose_file()
        if file is None:
            return ""
        marker = file.parent / ("__init__.py" if file.suffix == ".py" else "package.json")
        if marker.is_file():
            marker.unlink()
        else:
            self.write(marker, "" if file.suffix == ".py" else '{"name": "lib"}')
        return self.name(marker)

    def break_file(self) -> str:
        """Make a file something that cannot be read as code, or wholly."""
        file = self.choose_file()
        if file is None:
            return ""
        kind = self.random.choice(["binary", "syntax", "empty", "latin", "huge line"])
        content = file.read_bytes()
        file.write_bytes(
            {
                "binary": b"\0\1\2" + content,
                "syntax": b"def class ((( {{{\n" + content + b"\n}}} )\n",
                "empty": b"",
                "latin": content + b"# caf\xe9\n",
                "huge line": content + b"x = '" + b"y" * 20_000 + b"'\n",
            }[kind]
        )
        return f"{self.name(file)} {kind}"

    def link_file(self) -> str:
        """Put a symbolic link in the place of a file, or beside it."""
        file, target = self.choose_file(), self.choose_file()
        if file is None or target is None or file == target:
            return ""
        if self.random.random() < 0.5:
            file = file.with_name(f"linked{file.suffix}")
        file.unlink(missing_ok=True)
        file.symlink_to(os.path.relpath(target, file.parent))
        return f"{self.name(file)} to {self.name(target)}"

    def ignore_file(self) -> str:
        file = self.choose_file()
        path = self.root / ".gitignore"
        if file is None or (path.exists() and self.random.random() < 0.6):
            path.unlink(missing_ok=True)
            return "nothing"
        self.write(path, f"/{self.name(file)}\n")
        return self.name(file)

    def _move(self, source: Path, target: Path) -> str:
        if not self.is_free(target):
            return ""
        target.parent.mkdir(parents=True, exist_ok=True)
        before = self.name(source)
        source.rename(target)
        return f"{before} to {self.name(target)}"
