"""The configuration files that steer module resolution: packages, compiler options, workspaces."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from hashlib import blake2b
from posixpath import dirname, join, normpath
from typing import Any

from ripplegraph.parsers.manifest_text import load_json
from ripplegraph.parsers.resolvers import ProjectFiles

# A quote that nothing closes is taken with all behind it, which is not looked through again.
_JSONC = re.compile(r'"(?:[^"\\\n]++|\\.)*+"?|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_TRAILING_COMMA = re.compile(r'("(?:[^"\\\n]++|\\.)*+"?)|,(?=\s*+[}\]])')
_YAML_ITEM = re.compile(r"^\s*-\s*(.+?)\s*$")
_DEEPEST_EXTENDS = 10
_MOST_EXTENDED = 200
"""Configurations that one may extend, directly or not."""
_IMPORT_MAPS = ("deno.json", "deno.jsonc")

Table = dict[str, Any]


def parse_jsonc(data: bytes) -> Table:
    """Return a JSON object that may hold comments and trailing commas; {} for anything else."""
    text = data.decode("utf-8-sig", "replace")
    value = load_json(text)
    if value is None:
        text = _JSONC.sub(lambda m: m[0] if m[0].startswith('"') else " ", text)
        value = load_json(_TRAILING_COMMA.sub(lambda m: m[1] or "", text))
    return value if isinstance(value, dict) else {}


def at(folder: str, path: str) -> str:
    """Return a path relative to a folder as one of the project; "" is its root."""
    joined = normpath(join(folder, path.lstrip("/") if path.startswith("/") else path))
    return "" if joined == "." else joined


class Compiler:
    """What a tsconfig.json, with everything it extends, says about finding modules."""

    __slots__ = ("base", "files", "folder", "include", "parts", "paths", "paths_folder", "roots")

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.parts = 0
        """How many configurations it was read from."""
        self.base: str | None = None
        self.paths: dict[str, list[str]] = {}
        self.paths_folder = folder
        """Where relative targets of `paths` start."""
        self.roots: list[str] = []
        self.include: list[str] | None = None
        self.files: list[str] | None = None

    def governs(self, path: str) -> bool:
        """Tell whether a file belongs to this configuration."""
        if self.files is not None and path in self.files:
            return True
        if self.include is None:
            return self.files is None and _is_below(path, self.folder)
        return any(_matches(path, pattern) for pattern in self.include)


def _is_below(path: str, folder: str) -> bool:
    return not folder or path.startswith(f"{folder}/")


def _matches(path: str, pattern: str) -> bool:
    if not any(mark in pattern for mark in "*?"):
        return path == pattern or path.startswith(f"{pattern}/") or not pattern
    return fnmatchcase(path, pattern.replace("**/", "*").replace("**", "*")) or fnmatchcase(
        path, pattern.replace("**/", "").replace("**", "*")
    )


class Package:
    """What a package.json says about the modules of its folder."""

    __slots__ = ("exports", "folder", "imports", "mains", "name", "workspaces")

    def __init__(self, folder: str, table: Table) -> None:
        self.folder = folder
        name = table.get("name")
        self.name: str = name if isinstance(name, str) else ""
        self.exports: Any = table.get("exports")
        self.imports: Any = table.get("imports")
        entries = [table.get(key) for key in ("types", "typings", "source", "module", "main")]
        self.mains = [entry for entry in entries if isinstance(entry, str)]
        workspaces = table.get("workspaces")
        if isinstance(workspaces, dict):
            workspaces = workspaces.get("packages")
        self.workspaces = _texts(workspaces)


def _texts(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


class Manifests:
    """The project's manifests, each read at most once."""

    def __init__(self, project: ProjectFiles) -> None:
        self._project = project
        self._tables: dict[str, Table] = {}
        self._packages: dict[str, Package | None] = {}
        self._compilers: dict[str, Compiler | None] = {}
        self._governing: dict[str, list[Compiler]] = {}
        self._members: dict[str, Package] | None = None

    @property
    def settings(self) -> str:
        """Everything that the manifests say about finding modules, as one text."""
        packages, others = [], []
        for path in sorted(self._project.paths):
            folder, name = dirname(path), path.rpartition("/")[2]
            if name == "package.json":
                package = self.package_in(folder)
                parts = Package.__slots__ if package is not None else ()
                packages.append([getattr(package, part) for part in parts])
            elif name in _IMPORT_MAPS:
                others.append((path, (self.table(path) or {}).get("imports")))
            elif name.endswith(".json") and name.startswith(("tsconfig", "jsconfig")):
                for compiler in self._with_references(path):
                    others.append((path, [getattr(compiler, p) for p in Compiler.__slots__]))
        text = repr((packages, others, self._workspace_patterns()))
        return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()

    def table(self, path: str) -> Table | None:
        """Return a manifest's content, or None when there is no such file."""
        if path not in self._project.paths:
            return None
        found = self._tables.get(path)
        if found is None:
            data = self._project.read(path)
            found = self._tables[path] = {} if data is None else parse_jsonc(data)
        return found

    def package_in(self, folder: str) -> Package | None:
        """Return the package whose manifest lies in a folder."""
        if folder not in self._packages:
            table = self.table(at(folder, "package.json"))
            self._packages[folder] = None if table is None else Package(folder, table)
        return self._packages[folder]

    def package_around(self, folder: str) -> Package | None:
        """Return the nearest package around a folder."""
        while True:
            package = self.package_in(folder)
            if package is not None or not folder:
                return package
            folder = dirname(folder)

    def members(self) -> dict[str, Package]:
        """Return the project's own packages by name: workspace members before any others."""
        if self._members is None:
            packages: list[Package] = []
            for path in sorted(self._project.paths):
                if path == "package.json" or path.endswith("/package.json"):
                    package = self.package_in(dirname(path))
                    if package is not None and package.name and "node_modules" not in path:
                        packages.append(package)
            patterns = self._workspace_patterns()
            packages.sort(key=lambda p: not any(_matches(p.folder, w) for w in patterns))
            self._members = {}
            for package in packages:
                self._members.setdefault(package.name, package)
        return self._members

    def _workspace_patterns(self) -> list[str]:
        root = self.package_in("")
        patterns = list(root.workspaces) if root is not None else []
        data = self._project.read("pnpm-workspace.yaml")
        if data is not None:
            patterns += _yaml_packages(data.decode("utf-8", "replace"))
        return [at("", pattern) for pattern in patterns if not pattern.startswith("!")]

    def import_map(self, folder: str) -> tuple[str, dict[str, str]]:
        """Return the nearest Deno import map around a folder, and where it lies."""
        while True:
            for name in _IMPORT_MAPS:
                table = self.table(at(folder, name))
                if table is not None:
                    found = table.get("imports")
                    entries = found.items() if isinstance(found, dict) else ()
                    return folder, {k: v for k, v in entries if isinstance(v, str)}
            if not folder:
                return "", {}
            folder = dirname(folder)

    def compilers_for(self, path: str) -> list[Compiler]:
        """Return the configurations that may govern a file, nearest first."""
        folder = dirname(path)
        found = self._governing.get(folder)
        if found is None:
            found = self._governing[folder] = self._find_compilers(folder)
        governing = [compiler for compiler in found if compiler.governs(path)]
        return governing or found

    def _find_compilers(self, folder: str) -> list[Compiler]:
        while True:
            for name in ("tsconfig.json", "jsconfig.json"):
                path = at(folder, name)
                if path in self._project.paths:
                    return self._with_references(path)
            if not folder:
                return []
            folder = dirname(folder)

    def _with_references(self, path: str) -> list[Compiler]:
        found: list[Compiler] = []
        waiting, seen = [path], {path}
        while waiting:
            current = waiting.pop(0)
            compiler = self._compiler(current)
            if compiler is not None:
                found.append(compiler)
            table = self.table(current) or {}
            references = table.get("references")
            for item in references if isinstance(references, list) else ():
                target = item.get("path") if isinstance(item, dict) else None
                if isinstance(target, str):
                    target = self._config_path(at(dirname(current), target))
                    if target not in seen:
                        seen.add(target)
                        waiting.append(target)
        return found

    def _config_path(self, path: str) -> str:
        return path if path.endswith(".json") else at(path, "tsconfig.json")

    def _compiler(self, path: str) -> Compiler | None:
        if path not in self._compilers:
            compiler = Compiler(dirname(path))
            known = self._read_compiler(path, compiler, 0)
            self._compilers[path] = compiler if known else None
        return self._compilers[path]

    def _read_compiler(self, path: str, compiler: Compiler, depth: int) -> bool:
        table = self.table(path)
        if table is None or depth > _DEEPEST_EXTENDS or compiler.parts > _MOST_EXTENDED:
            return False
        compiler.parts += 1
        folder = dirname(path)
        extends = table.get("extends")
        for base in [extends] if isinstance(extends, str) else _texts(extends):
            self._read_base(folder, base, compiler, depth)
        options = table.get("compilerOptions")
        options = options if isinstance(options, dict) else {}
        if isinstance(options.get("baseUrl"), str):
            compiler.base = at(folder, options["baseUrl"])
        paths = options.get("paths")
        if isinstance(paths, dict):
            compiler.paths = {key: _texts(value) for key, value in paths.items()}
            compiler.paths_folder = folder
        if isinstance(options.get("rootDirs"), list):
            compiler.roots = [at(folder, root) for root in _texts(options["rootDirs"])]
        if isinstance(table.get("include"), list):
            compiler.include = [at(folder, item) for item in _texts(table["include"])]
        if isinstance(table.get("files"), list):
            compiler.files = [at(folder, item) for item in _texts(table["files"])]
        return True

    def _read_base(self, folder: str, base: str, compiler: Compiler, depth: int) -> None:
        if base.startswith("."):
            path = at(folder, base)
        else:
            name = "/".join(base.split("/")[: 2 if base.startswith("@") else 1])
            package = self.members().get(name)
            if package is None:
                return
            path = at(package.folder, base[len(name) + 1 :] or "tsconfig.json")
        for candidate in (path, f"{path}.json", at(path, "tsconfig.json")):
            if candidate.endswith(".json") and self._read_compiler(candidate, compiler, depth + 1):
                return


def _yaml_packages(text: str) -> list[str]:
    """Return the list under `packages:` of a pnpm workspace file."""
    found: list[str] = []
    inside = False
    for line in text.splitlines():
        if line.startswith("packages:"):
            inside = True
        elif inside and line.strip() and not line.startswith((" ", "-", "#", "\t")):
            break
        elif inside and (item := _YAML_ITEM.match(line)):
            found.append(item[1].partition(" #")[0].strip("'\" "))
    return found
