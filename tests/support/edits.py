"""Random steps on a project: edits of lines and names, of files, and of what git has checked out.

Each step draws from a source of its own, made of a seed and its number: a failure can be replayed
with fewer steps, and those that are left do the same kinds of things.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

SOURCES = (".py", ".pyi", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts")
_HIDDEN = frozenset({".git", ".ripple", "node_modules", ".venv"})
_DEFINED = re.compile(r"\b(?:def|class|function|const|interface)\s+(\w+)")
_WORD = re.compile(r"\b[A-Za-z_]\w*\b")
_KEYWORDS = frozenset(
    {
        *("def", "class", "function", "const", "let", "var", "return", "import", "from", "export"),
        *("default", "if", "else", "for", "in", "of", "with", "as", "new", "async", "await"),
        *("yield", "try", "except", "pass", "lambda", "self", "this", "extends", "interface"),
        *("type", "not", "and", "or", "is", "None", "True", "False", "null", "true", "false"),
    }
)


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


class Editor:
    """Changes a project one random step at a time."""

    def __init__(
        self,
        root: Path,
        seed: int,
        *,
        in_git: bool,
        codes: Sequence[Code] = (),
    ) -> None:
        self.root = root
        self._seed = seed
        self._codes = codes
        self._in_git = in_git
        self._random = Random(seed)  # noqa: S311
        self._steps = [*_TEXT_STEPS, *_FILE_STEPS]
        if codes:
            self._steps += [Editor.write_other_chunk] * 12 + [Editor.move_chunk] * 4
            self._steps += [Editor.write_settings] * 2 + [Editor.write_new_file] * 2
        if in_git:
            self._steps += _GIT_STEPS

    def start(self) -> None:
        """Write the first files, unless there are some, and put them under git."""
        if not self.list_files():
            for code in self._codes:
                writer = code.make_writer(self._random)
                for path in code.paths:
                    if self._random.random() < 0.75:
                        self._write(self.root / path, writer.write_file(path))
        if self._in_git:
            if not (self.root / ".git").exists():
                self.git("init", "--quiet", "--initial-branch", "main")
            self._commit()
            self.git("branch", "--force", "start")

    def step(self, number: int) -> str:
        """Do something, and return what."""
        self._random = Random(f"{self._seed} {number}")  # noqa: S311
        chosen = self._random.choice(self._steps)
        what = chosen(self) or ""
        return f"{number} {chosen.__name__} {what}".rstrip()

    # Lines and names --------------------------------------------------------------------------

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
        count = self._random.randrange(2, 25)
        return self._edit_lines(lambda lines, at, _: lines[:at] + lines[at + count :])

    def copy_block(self) -> str:
        source = self._choose_file()
        if source is None:
            return ""
        lines = _read(source).split("\n")
        at = self._random.randrange(len(lines))
        block = lines[at : at + self._random.randrange(1, 20)]
        same = [file for file in self.list_files() if file.suffix == source.suffix]
        target = self._random.choice(same)
        return self._edit_lines(lambda own, at, _: own[:at] + block + own[at:], target)

    def rename_definition(self) -> str:
        """Rename a definition in its own file only, sometimes to another one's name."""
        file = self._choose_file()
        names = _DEFINED.findall(_read(file)) if file else []
        if file is None or not names:
            return ""
        old = self._random.choice(names)
        new = self._random.choice([*names, f"{old}2", f"{old}2"])
        self._write(file, re.sub(rf"\b{re.escape(old)}\b", new, _read(file)))
        return f"{self._name(file)}: {old} to {new}"

    def replace_name(self) -> str:
        """Let one place in a file say another name."""
        file, other = self._choose_file(), self._choose_file()
        if file is None or other is None:
            return ""
        text = _read(file)
        places = [m for m in _WORD.finditer(text) if m.group() not in _KEYWORDS]
        words = [w for w in _WORD.findall(_read(other)) if w not in _KEYWORDS]
        if not places or not words:
            return ""
        place, word = self._random.choice(places), self._random.choice(words)
        self._write(file, text[: place.start()] + word + text[place.end() :])
        return f"{self._name(file)}: {place.group()} to {word} at {place.start()}"

    def _edit_lines(
        self, edit: Callable[[list[str], int, str], list[str]], file: Path | None = None
    ) -> str:
        file = file or self._choose_file()
        if file is None:
            return ""
        lines = _read(file).split("\n")
        at = self._random.randrange(len(lines))
        mark = "#" if file.suffix in (".py", ".pyi") else "//"
        self._write(file, "\n".join(edit(lines, at, mark)))
        return f"{self._name(file)}:{at + 1}"

    # Chunks -----------------------------------------------------------------------------------

    def write_other_chunk(self) -> str:
        """Replace, add or leave out a definition, an import or a statement."""
        file = self._choose_file()
        if file is None:
            return ""
        chunks = _read(file).rstrip("\n").split("\n\n\n")
        at = self._random.randrange(len(chunks))
        new = [self._get_writer(file).write_chunk(self._name(file))]
        chunks[at : at + self._random.choice([0, 1, 1, 1])] = self._random.choice([new, new, []])
        self._write(file, "\n\n\n".join(chunks) + "\n")
        return f"{self._name(file)} chunk {at}"

    def move_chunk(self) -> str:
        """Move a definition to another file, and mostly import it back."""
        file = self._choose_file()
        same = [f for f in self.list_files() if file and f.suffix == file.suffix and f != file]
        if file is None or not same:
            return ""
        target = self._random.choice(same)
        chunks = _read(file).rstrip("\n").split("\n\n\n")
        at = self._random.randrange(len(chunks))
        names = _DEFINED.findall(chunks[at])
        self._write(target, _read(target) + "\n\n" + chunks[at] + "\n")
        chunks[at] = self._import(names[0], file, target) if names else ""
        self._write(file, "\n\n\n".join(chunks) + "\n")
        return f"chunk {at} from {self._name(file)} to {self._name(target)}"

    def _import(self, name: str, file: Path, target: Path) -> str:
        if file.suffix == ".py":
            module = ".".join(target.relative_to(self.root).with_suffix("").parts)
            return f"from {module.removesuffix('.__init__')} import {name}"
        near = os.path.relpath(target.with_suffix(""), file.parent)
        return f"export {{ {name} }} from '{near if near.startswith('.') else f'./{near}'}'"

    def write_settings(self) -> str:
        code = self._random.choice(self._codes)
        name = self._random.choice(sorted(code.settings))
        path = self.root / name
        if path.exists() and self._random.random() < 0.3:
            path.unlink()
            return f"{name} gone"
        self._write(path, self._random.choice(code.settings[name]))
        return name

    def write_new_file(self) -> str:
        code = self._random.choice(self._codes)
        name = self._random.choice(code.paths)
        if not self._is_free(self.root / name):
            return ""
        self._write(self.root / name, code.make_writer(self._random).write_file(name))
        return name

    def _get_writer(self, file: Path) -> Writer:
        own = (c for c in self._codes if any(Path(p).suffix == file.suffix for p in c.paths))
        return next(own, self._codes[0]).make_writer(self._random)

    # Files ------------------------------------------------------------------------------------

    def delete_file(self) -> str:
        file = self._choose_file()
        if file is None or len(self.list_files()) < 6:
            return ""
        file.unlink()
        return self._name(file)

    def move_file(self) -> str:
        file, beside = self._choose_file(), self._choose_file()
        if file is None or beside is None:
            return ""
        main = "__init__.py" if file.suffix == ".py" else f"index{file.suffix}"
        names = [
            file.name,
            main,
            beside.stem + file.suffix,
            f"m{self._random.randrange(4)}{file.suffix}",
        ]
        target = beside.parent / self._random.choice(names)
        return self._move(file, target)

    def rename_case(self) -> str:
        file = self._choose_file()
        if file is None:
            return ""
        return self._move(file, file.with_name(file.stem.swapcase() + file.suffix))

    def move_folder(self) -> str:
        file = self._choose_file()
        if file is None or file.parent == self.root:
            return ""
        return self._move(
            file.parent, file.parent.with_name(self._random.choice(["moved", "core", "lib"]))
        )

    def copy_file(self) -> str:
        file, beside = self._choose_file(), self._choose_file()
        if file is None or beside is None:
            return ""
        folder = beside.parent / self._random.choice(["", "", "sub", "core"])
        target = folder / self._random.choice(
            [file.name, f"m{self._random.randrange(4)}{file.suffix}"]
        )
        if not self._is_free(target):
            return ""
        self._write(target, _read(file))
        return f"{self._name(file)} to {self._name(target)}"

    def toggle_package(self) -> str:
        """Add or remove what makes a folder a package."""
        file = self._choose_file()
        if file is None:
            return ""
        marker = file.parent / ("__init__.py" if file.suffix == ".py" else "package.json")
        if marker.is_file():
            marker.unlink()
        else:
            self._write(marker, "" if file.suffix == ".py" else '{"name": "lib"}')
        return self._name(marker)

    def break_file(self) -> str:
        """Make a file something that cannot be read as code, or wholly."""
        file = self._choose_file()
        if file is None:
            return ""
        kind = self._random.choice(["binary", "syntax", "empty", "latin", "huge line"])
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
        return f"{self._name(file)} {kind}"

    def link_file(self) -> str:
        """Put a symbolic link in the place of a file, or beside it."""
        file, target = self._choose_file(), self._choose_file()
        if file is None or target is None or file == target:
            return ""
        if self._random.random() < 0.5:
            file = file.with_name(f"linked{file.suffix}")
        file.unlink(missing_ok=True)
        file.symlink_to(os.path.relpath(target, file.parent))
        return f"{self._name(file)} to {self._name(target)}"

    def ignore_file(self) -> str:
        file = self._choose_file()
        path = self.root / ".gitignore"
        if file is None or (path.exists() and self._random.random() < 0.6):
            path.unlink(missing_ok=True)
            return "nothing"
        self._write(path, f"/{self._name(file)}\n")
        return self._name(file)

    def _move(self, source: Path, target: Path) -> str:
        if not self._is_free(target):
            return ""
        target.parent.mkdir(parents=True, exist_ok=True)
        before = self._name(source)
        source.rename(target)
        return f"{before} to {self._name(target)}"

    # Git --------------------------------------------------------------------------------------

    def commit(self) -> str:
        self._commit()
        return ""

    def switch_branch(self) -> str:
        branch = self._random.choice(["main", "one", "two", "start"])
        if self.git("branch", "--list", branch):
            self.git(
                "checkout", "--quiet", *self._random.choice([("--force",), ("--merge",)]), branch
            )
        else:
            self.git("checkout", "--quiet", "-b", branch)
        return branch

    def stash(self) -> str:
        if self.git("stash", "list") and self._random.random() < 0.6:
            self.git("stash", "pop", "--quiet")
            return "pop"
        self.git("stash", "push", "--quiet", *self._random.choice([(), ("--include-untracked",)]))
        return "push"

    def discard(self) -> str:
        self.git("checkout", "--quiet", "--force", "HEAD", "--", ".")
        if self._random.random() < 0.5:
            self.git("clean", "-d", "--force", "--quiet", "--exclude", ".ripple")
        return ""

    def reset(self) -> str:
        way = self._random.choice(["--hard", "--soft", "--mixed"])
        self.git("reset", "--quiet", way, f"HEAD~{self._random.randrange(3)}")
        return way

    def revert(self) -> str:
        self._commit()
        self.git("revert", "--no-edit", "HEAD")
        self.git("revert", "--abort")
        return ""

    def merge(self) -> str:
        branch = self._random.choice(["main", "one", "two", "start"])
        self.git("merge", "--quiet", "--no-edit", branch)
        if self._random.random() < 0.7:
            self.git("merge", "--abort")
        return branch

    def stage(self) -> str:
        self.git("add", "--all")
        return ""

    def go_back(self) -> str:
        self._commit()
        self.git("checkout", "--quiet", "--detach", f"HEAD~{self._random.randrange(1, 4)}")
        return ""

    def git(self, *arguments: str) -> str:
        """Run git; that it refuses now and then is part of the game."""
        who = ("-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "gc.auto=0")
        done = subprocess.run(
            ["git", *who, *arguments],
            cwd=self.root,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        return done.stdout.strip()

    def _commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--no-verify", "--message", "step")

    # Parts ------------------------------------------------------------------------------------

    def list_files(self) -> list[Path]:
        """Return the files with code, without links."""
        found = []
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(name for name in folders if name not in _HIDDEN)
            paths = (Path(folder) / name for name in names if name.endswith(SOURCES))
            found += [path for path in paths if not path.is_symlink()]
        return sorted(found)

    def _choose_file(self) -> Path | None:
        files = self.list_files()
        return self._random.choice(files) if files else None

    def _is_free(self, path: Path) -> bool:
        """Whether a file can be put there."""
        above = [p for p in path.parents if p.is_relative_to(self.root) and p.exists()]
        return not os.path.lexists(path) and all(p.is_dir() for p in above)

    def _write(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))

    def _name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()


def _read(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "surrogateescape")


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
