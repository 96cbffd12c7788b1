"""Conventions by which code is used though nothing names it: what its text says about that."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_SCRIPTS = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})
_MODIFIED = frozenset({"java", "kotlin", "csharp", "scala", "php", "swift"})
_C = frozenset({"c", "cpp"})
_OPEN = frozenset({"python", "go", "rust"})
PRIVATE_LANGUAGES = _SCRIPTS | _MODIFIED | _C | _OPEN
"""Languages that say which names nobody else may use."""
_WORD = re.compile(r"[^\W\d]\w*")
_SUNDER = re.compile(r"_[^_].*_$|_+$|__.*__$")
"""Names that Python, its tools and enumerations look for, such as `_repr_html_`; `_` itself."""
_JAVA_NAMES = (
    "readObject readObjectNoData readResolve writeObject writeReplace finalize premain agentmain "
    "serialVersionUID serialPersistentFields"
)
_CALLED_BY_NAME = {
    "java": frozenset(_JAVA_NAMES.split()),
    "go": frozenset({"init", "main", "_"}),
    "php": frozenset({"__construct", "__destruct"}),
}
_CONFIGURATION = re.compile(
    r"(?:^|/)(?:[^/]+\.(?:config|conf|setup|stories)\.[cm]?[jt]sx?|setup\.py|conf\.py|noxfile\.py|"
    r"conftest\.py|manage\.py|gulpfile\.[jt]s|build\.rs|settings\.py|tasks\.py|fabfile\.py)$"
)
_PLAIN_ATTRIBUTES = re.compile(
    r"#!?\[(?:inline|cfg|(?:allow|expect)(?!\(dead_code|\(unused)|must_use|derive|doc|cold|track_caller|deprecated|rustfmt|"
    r"repr|non_exhaustive|default)\b"
    r"|@(?:Override|SuppressWarnings|Deprecated|Nullable|NotNull|NonNull|SafeVarargs|Contract)\b"
    r"|\[(?:Obsolete|MethodImpl|DebuggerStepThrough|Pure)\b"
)
_ATTRIBUTE = re.compile(r"\s*(?:#!?\[|@\w|\[\w[\w.]*[(\],])")
_COMMENT = re.compile(r"\s*(?://|/?\*|#(?!!?\[))")
_TRAIT = re.compile(r"\s*(?:unsafe\s+)?impl\b.*\bfor\b|\s*(?:pub(?:\([^)]*\))?\s+)?trait\b")
_BLOCK = re.compile(r"\s*(?:unsafe\s+)?(?:impl\b|(?:pub(?:\([^)]*\))?\s+)?(?:mod|trait)\b)")
_DECLARED = r"\b(?:function\s*\*?|class|const|let|var|interface|type|enum|namespace|module)\s+"
_RUST_WORDS = r"\b(?:fn|struct|enum|union|trait|type|const|static(?:\s+mut)?|mod)\s+(?:r#)?"
_STATIC = re.compile(r"\bstatic\b")
_PRIVATE = re.compile(r"\bprivate\b|\bfileprivate\b")
_PREFIX = re.compile(
    rb"""["'`]([A-Za-z_]\w+)(?:[{%$#]|["'`]\s*(?:\+|%|\.\s*format\b|\.\s*concat\b))"""
)
"""The beginning of a text that code completes."""


class Definition(NamedTuple):
    """What conventions are asked about."""

    path: str
    language: str
    name: str
    line: int
    is_member: bool
    """Whether a class is around it."""
    is_inside: bool
    """Whether a function is around it: nobody else can name it."""


class Conventions:
    """Reads what the texts of files say about definitions."""

    def __init__(self, root: Path, paths: Iterable[str]) -> None:
        """Take all files: those in which names are put together count, wherever they are."""
        self._root = root
        self._paths = tuple(paths)
        self._prefixes: tuple[str, ...] | None = None

    def find_doubts(self, item: Definition) -> Iterator[str]:
        """Yield why something that no code names may be used."""
        if item.language not in PRIVATE_LANGUAGES:
            yield f"{item.language or 'its language'} does not say who may use it"
            return
        if not _WORD.fullmatch(item.name.removeprefix("#").removeprefix("$")):
            yield "it has no name that code could use"
        if item.name in _CALLED_BY_NAME.get(item.language, ()):
            yield f"{item.language} calls what has this name"
        if item.language == "python" and _SUNDER.fullmatch(item.name):
            yield "tools look for names of this form"
        if _CONFIGURATION.search(item.path):
            yield "it is in a file of settings, which tools read"
        lines = self._read(item.path)
        if not 0 < item.line <= len(lines):
            yield "its file is not as it was scanned"
            return
        yield from _find_doubts_by_text(item, lines)
        made = next((text for text in self._find_prefixes() if _completes(item.name, text)), None)
        if made is not None:
            yield f"names that begin with `{made}` are put together somewhere"

    def is_private(self, item: Definition) -> bool:
        """Whether a member is said to be private, in a language that has a word for that."""
        if item.language not in _SCRIPTS | _MODIFIED:
            return False
        lines = self._read(item.path)
        return 0 < item.line <= len(lines) and _PRIVATE.search(lines[item.line - 1]) is not None

    def _read(self, path: str) -> Sequence[str]:
        return _read_lines(self._root / path)

    def _find_prefixes(self) -> tuple[str, ...]:
        """Return the beginnings of names that some code completes."""
        if self._prefixes is None:
            found: set[str] = set()
            for path in self._paths:
                try:
                    data = (self._root / path).read_bytes()
                except OSError:
                    continue
                found |= {match.decode() for match in _PREFIX.findall(data)}
            self._prefixes = tuple(sorted(found))
        return self._prefixes


def _completes(name: str, text: str) -> bool:
    """Whether a name may be what code makes of the beginning of a text."""
    rest = name.removeprefix(text)
    return rest not in ("", name) and (text.endswith("_") or not rest[0].islower())


@lru_cache(maxsize=32)
def _read_lines(path: Path) -> Sequence[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        return ()


def _find_doubts_by_text(item: Definition, lines: Sequence[str]) -> Iterator[str]:
    line = lines[item.line - 1]
    attribute = _find_attribute(item, lines)
    if attribute:
        yield f"it is marked with `{attribute}`, which may register it"
    if item.language in _SCRIPTS:
        yield from _find_doubts_of_script(item, line)
    elif item.language == "rust":
        if not re.search(_RUST_WORDS + re.escape(item.name), line):
            yield "a macro makes it, perhaps for others"
        if _is_of_trait(lines, item.line):
            yield "it belongs to a trait, which may ask for it"
    elif item.language in _MODIFIED and not (item.is_inside or _PRIVATE.search(line)):
        yield "it is not private"
    elif item.language in _C:
        said = f"{lines[item.line - 2] if item.line > 1 else ''} {line}"
        if item.path.endswith((".h", ".hh", ".hpp", ".hxx")) or not _STATIC.search(said):
            yield "it is not static: other files may use it"


def _find_doubts_of_script(item: Definition, line: str) -> Iterator[str]:
    if item.is_member:
        if not item.name.startswith("#") and not _PRIVATE.search(line):
            yield "it is not private"
    elif not re.search(_DECLARED + re.escape(item.name) + r"(?![\w$])", line):
        yield "it is a part of an object or pattern, whose user may ask for it"


def _find_attribute(item: Definition, lines: Sequence[str]) -> str:
    """Return the first mark on a definition that may hand it to someone."""
    if item.language == "python":
        return ""
    for at in range(item.line - 1, -1, -1):
        text = lines[at]
        if at < item.line - 1 and not (_ATTRIBUTE.match(text) or _COMMENT.match(text)):
            break
        if _ATTRIBUTE.match(text) and not _PLAIN_ATTRIBUTES.search(text):
            return text.strip()[:40]
    return ""


def _is_of_trait(lines: Sequence[str], number: int) -> bool:
    """Whether the block around a line says what a type does for a trait, or is a trait."""
    indent = _measure(lines[number - 1])
    for at in range(number - 2, -1, -1):
        text = lines[at]
        if text.strip() and _measure(text) < indent:
            if _BLOCK.match(text):
                return _TRAIT.match(text) is not None or _continues(lines, at)
            indent = _measure(text)
            if text.lstrip().startswith(("where", ">", ")", "{")):
                indent += 1
    return False


def _continues(lines: Sequence[str], at: int) -> bool:
    """Whether the head of a block goes on over several lines and names a trait there."""
    head = ""
    for text in lines[at : at + 8]:
        head += f" {text}"
        if "{" in text:
            break
    return _TRAIT.match(head.partition("{")[0].strip()) is not None


def _measure(text: str) -> int:
    return len(text) - len(text.lstrip())
