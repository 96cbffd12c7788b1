"""Words of files that are no code but name some: build files, workflows, manifests, settings.

No such file is a language here: what counts is only which files and objects of the project its
words may name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import basename
from typing import Final, NamedTuple

LONGEST: Final = 200_000
"""A larger file is data."""
_DOCKER = re.compile(r"(?:Dockerfile|Containerfile)(?:[.-].*)?|.*\.dockerfile", re.IGNORECASE)
_COMPOSE = re.compile(r"(?:docker-)?compose(?:[.-].*)?\.ya?ml", re.IGNORECASE)
_WORKFLOW = re.compile(
    r"\.github/workflows/[^/]+\.ya?ml|(?:.*/)?action\.ya?ml|(?:.*/)?\.gitlab-ci\.ya?ml"
    r"|\.circleci/config\.ya?ml|(?:.*/)?(?:azure|bitbucket)-pipelines\.ya?ml|\.travis\.yml"
    r"|(?:.*/)?Jenkinsfile|\.drone\.yml|(?:.*/)?(?:cloudbuild|skaffold|appveyor)\.ya?ml"
    r"|\.gitlab/.*\.ya?ml|\.ci/[^/]+|(?:.*/)?\.pre-commit-(?:config|hooks)\.yaml"
)
_MANIFESTS: Final = frozenset(
    {
        *("package.json", "pyproject.toml", "setup.cfg", "tox.ini", "go.mod", "go.work"),
        *("Cargo.toml", "composer.json", "Gemfile", "pom.xml", "Makefile", "makefile"),
        *("GNUmakefile", "justfile", "Justfile", "Procfile", "MANIFEST.in", "Taskfile.yml"),
        *("Taskfile.yaml", "Rakefile.toml", "Pipfile", "deno.json", "lerna.json", "nx.json"),
        *("angular.json", "wrangler.toml", "netlify.toml", "vercel.json", "serverless.yml"),
        *("pytest.ini", "mypy.ini", "alembic.ini", "app.yaml", "fly.toml", "render.yaml"),
    }
)
_COMMANDS: Final = frozenset(
    {
        *("Makefile", "makefile", "GNUmakefile", "justfile", "Justfile", "Procfile"),
        *("Taskfile.yml", "Taskfile.yaml", "tox.ini"),
    }
)
"""Those that are made of commands."""
_SETTINGS: Final = (".yml", ".yaml", ".toml", ".json", ".ini", ".cfg", ".conf", ".properties")
_DATA = re.compile(
    r"(?:package-lock|npm-shrinkwrap|composer\.lock|tsconfig\.tsbuildinfo)"
    r"|(?:^|/)(?:locales?|translations|i18n|fixtures|testdata|snapshots?|__snapshots__|\.vscode)/"
    r"|[.-]lock\.(?:json|ya?ml)$"
)

_WORD = re.compile(r"[^\s\"'`,;&|()<>\[\]{}=$]+")
_PATH = re.compile(r"(?:\.{1,2}/)*[\w@.+-]+(?:/[\w@.+-]+)*/?")
_OBJECT = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_SETTING = re.compile(
    r"(?<![\w./:@-])"
    r"(?:([\w@-][\w@.-]*+(?:/[\w@.-]++)++|(?:\.{1,2}/)++[\w@.-]++(?:/[\w@.-]++)*+)"
    r"|([A-Za-z_]\w*+(?:\.[A-Za-z_]\w*+){2,}+(?::[A-Za-z_]\w*+)?"
    r"|[A-Za-z_][\w.]*+:[A-Za-z_]\w*+))"
    r"(?![\w./:@-])"
)
_COPIES = re.compile(r"\s*(?:COPY|ADD)\s", re.IGNORECASE)
_FROM = re.compile(r"--from=\S+")
_FOLDER = re.compile(r"(?:working-directory|context|dir)\s*:\s*[\"']?(\.?[\w./-]+)")
_RUNS = re.compile(r"(?:^|\s)-m\s*$|MODULE\s*[=:]\s*[\"']?$|(?:^|\s)(?:-A|--app)[ =]$")
_CODE = re.compile(r".*\.(?:py|[cm]?[jt]sx?|sh|bash|zsh|rb|pl|php|lua|go|ps1|bat|cmd)$")
_COMMENT = re.compile(r"^\s*(?:#|//|;).*$|(?:^|\s)#\s.*$")


class NamedWord(NamedTuple):
    """A word that may name a file ("file", "run") or something in Python code ("object",
    "module")."""

    kind: str
    text: str
    line: int


class ConfigFormat(NamedTuple):
    """A kind of file, and how its words are to be taken."""

    name: str
    inside: tuple[str, ...] = ()
    """In a folder that is named: the file that is meant."""
    above: bool = False
    """Whether what it names may lie in a folder above."""
    plain: bool = True
    """Whether a name without a folder means a file."""
    runs: bool = False
    """Whether code that it names is run."""


DOCKER: Final = ConfigFormat("dockerfile", above=True, runs=True)
COMPOSE: Final = ConfigFormat("compose", ("Dockerfile", "Containerfile"), runs=True)
WORKFLOW: Final = ConfigFormat("workflow", ("action.yml", "action.yaml"), above=True, runs=True)
SETTINGS: Final = ConfigFormat("settings", above=True, plain=False)


def find_namer(path: str) -> ConfigFormat | None:
    """Return what kind of file this is, if its words are worth looking at."""
    name = basename(path)
    if name in _MANIFESTS or (name.startswith("requirements") and name.endswith(".txt")):
        return ConfigFormat("manifest", (name,), runs=name in _COMMANDS)
    if _WORKFLOW.fullmatch(path):
        return WORKFLOW
    if name.endswith((".yml", ".yaml")) and _COMPOSE.fullmatch(name):
        return COMPOSE
    if _DOCKER.fullmatch(name):
        return DOCKER
    if path.endswith(_SETTINGS) and not _DATA.search(path):
        return SETTINGS
    return None


def is_build_file(path: str) -> bool:
    """Whether a file is one of those that name files without more ado: no plain settings."""
    namer = find_namer(path)
    return namer is not None and namer.plain


def find_named(namer: ConfigFormat, text: str) -> Iterator[NamedWord]:
    """Yield the words of a file that may name something, in order."""
    if not namer.plain:
        yield from _find_in_settings(text)
        return
    for number, line in enumerate(text.splitlines(), 1):
        copies = bool(_COPIES.match(line))
        if copies and _FROM.search(line):
            continue
        yield from _find_in_line(_COMMENT.sub("", line), number, copies or not namer.runs)


def find_folders(text: str) -> list[str]:
    """Return the folders that a file says its commands run in."""
    return sorted({found[1].strip("/") for found in _FOLDER.finditer(text)})


def _find_in_line(line: str, number: int, copies: bool) -> Iterator[NamedWord]:
    # A path that stands alone is listed, not run, unless it is a script.
    alone = line.strip().removeprefix("- ").strip("\"' ")
    for found in _WORD.finditer(line):
        word = found[0]
        if "://" in word:
            continue
        is_listed = word == alone and not word.startswith("./") and not word.endswith(".sh")
        if _RUNS.search(line, 0, found.start()) and re.fullmatch(r"\w+(?:\.\w+)*", word):
            yield NamedWord("module", word, number)
        elif (_OBJECT.fullmatch(word) and "/" not in word and not word.endswith(":latest")) or (
            word.count(".") > 1 and _DOTTED.fullmatch(word)
        ):
            yield NamedWord("object", word, number)
        else:
            yield from _split_word(word, number, copies or is_listed)


def _split_word(word: str, number: int, copies: bool) -> Iterator[NamedWord]:
    """Yield the paths in a word: all of it, or the first of `./a:/b`."""
    path, mounted, _ = word.partition(":")
    path = path.rstrip(",")
    if mounted and "." not in path.rpartition("/")[2].strip("."):
        # A folder that a container sees, and not one that something is made from.
        return
    if _PATH.fullmatch(path) and ("." in path.strip("./") or "/" in path):
        is_run = not copies and _CODE.fullmatch(path)
        yield NamedWord("run" if is_run else "file", path, number)


def _find_in_settings(text: str) -> Iterator[NamedWord]:
    line, counted = 1, 0
    for found in _SETTING.finditer(text):
        path, dotted = found.groups()
        if path and "." not in path.rpartition("/")[2].strip("."):
            continue
        begin = text.rfind("\n", 0, found.start()) + 1
        if not _COMMENT.match(text[begin : found.start()]):
            line, counted = line + text.count("\n", counted, begin), begin
            yield NamedWord("file" if path else "object", path or dotted, line)
