"""How TypeScript and JavaScript find the file of a module: extensions, packages, path mappings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from posixpath import dirname
from typing import Any

from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.parsers.language import read_query
from ripplegraph.parsers.languages.typescript.manifests import Compiler, Manifests, Package, at
from ripplegraph.parsers.resolvers import ProjectFiles, Redirection

_EXTENSIONS = (
    ".ts",
    ".tsx",
    ".d.ts",
    ".mts",
    ".cts",
    ".d.mts",
    ".d.cts",
    ".js",
    ".jsx",
    ".mjs",
    ".cjs",
    ".json",
    ".vue",
    ".svelte",
)
_WRITTEN = {
    ".js": (".ts", ".tsx", ".d.ts", ".js", ".jsx"),
    ".jsx": (".tsx", ".d.ts", ".jsx"),
    ".mjs": (".mts", ".d.mts", ".mjs"),
    ".cjs": (".cts", ".d.cts", ".cjs"),
}
_CONDITIONS = ("types", "source", "import", "module", "node", "require", "browser", "default")
_BUILT = frozenset({"dist", "build", "lib", "out", "esm", "cjs", "es", "types", "umd"})
_NODE = frozenset(
    read_query("ripplegraph.parsers.languages.typescript", "node-modules.txt").split()
)
_DEEPEST_CONDITIONS = 12
_ALIASES = {
    "~": ("app", "src", ""),
    "@": ("src", "app", ""),
    "~~": ("",),
    "@@": ("",),
    "$lib": ("src/lib",),
}
"""Names before a slash that stand for folders of a package, where no configuration says others."""


class TypeScriptResolver:
    """Resolves module names the way `tsc` with bundler-like settings and Node do."""

    settings_decide_paths = True

    def __init__(self, project: ProjectFiles) -> None:
        self._paths = project.paths
        self._manifests = Manifests(project)
        self._cache: dict[tuple[str, str, int], Resolved] = {}
        self.settings = self._manifests.settings

    def find_redirected(self, before: TypeScriptResolver, files: Iterable[str]) -> Redirection:  # noqa: ARG002
        """Return nothing: with the same settings, the probes tell everything."""
        return Redirection()

    def resolve(self, spec: str, importer: str) -> Resolved:
        """Return the file or the outside package that a module name means."""
        spec = spec.partition("?")[0] if not spec.startswith("?") else spec
        compilers = self._manifests.compilers_for(importer)
        key = (spec, dirname(importer), id(compilers[0]) if compilers else 0)
        found = self._cache.get(key)
        if found is None:
            found = self._cache[key] = self._resolve(spec, dirname(importer), compilers)
        return found

    def _resolve(self, spec: str, folder: str, compilers: list[Compiler]) -> Resolved:
        probed: list[str] = []
        for base in self._candidates(spec, folder, compilers, probed):
            path = self._file_at(base, probed)
            if path is not None:
                return Resolved((path,), None, tuple(dict.fromkeys(probed)))
        seen = tuple(dict.fromkeys(probed))
        if spec.startswith((".", "/", "#")) or not spec:
            return Resolved((), None, seen)
        return Resolved((), external_name(spec), seen)

    def _candidates(
        self, spec: str, folder: str, compilers: list[Compiler], probed: list[str]
    ) -> Iterator[str]:
        """Yield the paths, possibly without extension, that a name may mean, in order."""
        if spec.startswith("."):
            yield at(folder, spec)
            yield from _in_other_roots(at(folder, spec), compilers)
            return
        yield from _mapped(spec, compilers)
        if spec.startswith("/"):
            yield at("", spec)
            return
        map_folder, imports = self._manifests.import_map(folder)
        target = _from_import_map(spec, imports)
        if target is not None and target.startswith("."):
            yield at(map_folder, target)
        around = self._manifests.package_around(folder)
        if spec.startswith("#"):
            if around is not None:
                yield from self._entries(around, around.imports, spec, probed)
            return
        yield from self._in_packages(spec, around, probed)
        yield from _by_convention(spec, "" if around is None else around.folder)

    def _in_packages(self, spec: str, around: Package | None, probed: list[str]) -> Iterator[str]:
        name = package_name(spec)
        package = around if around is not None and around.name == name else None
        package = package or self._manifests.members().get(name)
        if package is None or (spec.startswith("node:")):
            return
        rest = spec[len(name) :].lstrip("/")
        if package.exports is not None:
            yield from self._entries(package, package.exports, f"./{rest}" if rest else ".", probed)
        elif rest:
            yield at(package.folder, rest)
        else:
            for main in package.mains:
                yield from self._sources(package, main, probed)
            yield at(package.folder, "index")
        if rest:
            yield from self._sources(package, f"./{rest}", probed)
        else:
            yield at(package.folder, "src/index")

    def _entries(self, package: Package, table: Any, key: str, probed: list[str]) -> Iterator[str]:
        """Yield what `exports` or `imports` of a package say about a key."""
        for target in _targets(table, key):
            if target.startswith("."):
                yield from self._sources(package, target, probed)
            elif key.startswith("#"):
                yield from self._in_packages(target, package, probed)

    def _sources(self, package: Package, target: str, probed: list[str]) -> Iterator[str]:
        """Yield a target as written and, where that is build output, the source behind it."""
        path = at(package.folder, target)
        yield path
        relative = target.removeprefix("./")
        parts = relative.split("/")
        if parts[0] not in _BUILT:
            return
        while len(parts) > 1 and parts[0] in _BUILT:
            parts = parts[1:]
            stem = _without_extension("/".join(parts))
            found = [
                base
                for base in (at(package.folder, f"src/{stem}"), at(package.folder, stem))
                if self._file_at(base, probed) is not None
            ]
            if len(found) == 1 or (found and found[0].startswith(at(package.folder, "src"))):
                yield found[0]
                return

    def _file_at(self, base: str, probed: list[str]) -> str | None:
        """Return the file a path means: itself, with an extension, or a folder's index."""
        paths = self._paths
        for candidate in self._spellings(base):
            probed.append(candidate)
            if candidate in paths:
                return candidate
        package = self._manifests.package_in(base) if base else None
        if package is not None:
            for main in package.mains:
                for source in self._sources(package, main, probed):
                    if source != base and (found := self._plain_file(source, probed)):
                        return found
        for extension in _EXTENSIONS:
            candidate = at(base, f"index{extension}")
            probed.append(candidate)
            if candidate in paths:
                return candidate
        return None

    def _plain_file(self, base: str, probed: list[str]) -> str | None:
        for candidate in self._spellings(base):
            probed.append(candidate)
            if candidate in self._paths:
                return candidate
        return None

    def _spellings(self, base: str) -> Iterator[str]:
        if not base:
            return
        dot = base.rfind(".")
        written = base[dot:] if dot > base.rfind("/") else ""
        if written in _WRITTEN:
            for extension in _WRITTEN[written]:
                yield base[:dot] + extension
        elif written in _EXTENSIONS:
            yield base
        for extension in _EXTENSIONS:
            yield base + extension
        yield base


def _in_other_roots(path: str, compilers: list[Compiler]) -> Iterator[str]:
    for compiler in compilers[:1]:
        for root in compiler.roots:
            if path.startswith(f"{root}/"):
                rest = path[len(root) + 1 :]
                yield from (at(other, rest) for other in compiler.roots if other != root)


def _by_convention(spec: str, folder: str) -> Iterator[str]:
    """Yield what a name means by the aliases that frameworks bring, which no file may say."""
    alias, slash, rest = spec.partition("/")
    if slash and alias in _ALIASES:
        for root in _ALIASES[alias]:
            yield at(at(folder, root) if root else folder, rest)


def _mapped(spec: str, compilers: list[Compiler]) -> Iterator[str]:
    """Yield what `paths` and `baseUrl` make of a name, by the configuration that governs."""
    for compiler in compilers[:1]:
        found = _best_pattern(spec, compiler.paths)
        if found is not None:
            pattern, rest = found
            folder = compiler.paths_folder if compiler.base is None else compiler.base
            for target in compiler.paths[pattern]:
                yield at(folder, target.replace("*", rest, 1))
        if compiler.base is not None and not spec.startswith(("/", "#")):
            yield at(compiler.base, spec)


def _best_pattern(key: str, table: dict[str, Any]) -> tuple[str, str] | None:
    """Return the entry that fits a key best, and what its `*` stands for."""
    if key in table:
        return key, ""
    best: tuple[str, str] | None = None
    longest = -1
    for pattern in table:
        prefix, star, suffix = pattern.partition("*")
        if not star or len(key) < len(prefix) + len(suffix):
            continue
        if key.startswith(prefix) and key.endswith(suffix) and len(prefix) > longest:
            longest = len(prefix)
            best = pattern, key[len(prefix) : len(key) - len(suffix)]
    return best


def _targets(table: Any, key: str) -> list[str]:
    """Return the targets of a subpath in `exports` or `imports`, best condition first."""
    if isinstance(table, dict) and any(str(k).startswith((".", "#")) for k in table):
        found = _best_pattern(key, table)
        if found is None:
            return []
        pattern, rest = found
        return [target.replace("*", rest) for target in _conditions(table[pattern], 0)]
    return _conditions(table, 0) if key == "." else []


def _conditions(value: Any, depth: int) -> list[str]:
    if isinstance(value, str):
        return [value]
    if depth > _DEEPEST_CONDITIONS:
        return []
    if isinstance(value, list):
        return [target for item in value for target in _conditions(item, depth + 1)]
    if isinstance(value, dict):
        known = [name for name in _CONDITIONS if name in value]
        other = [name for name in value if name not in _CONDITIONS]
        return [t for name in known + other for t in _conditions(value[name], depth + 1)]
    return []


def _from_import_map(spec: str, imports: dict[str, str]) -> str | None:
    if spec in imports:
        return imports[spec]
    prefixes = [key for key in imports if key.endswith("/") and spec.startswith(key)]
    if not prefixes:
        return None
    key = max(prefixes, key=len)
    return imports[key] + spec[len(key) :]


def _without_extension(path: str) -> str:
    for extension in (".d.ts", ".d.mts", ".d.cts", *_WRITTEN, ".ts", ".tsx", ".mts", ".cts"):
        if path.endswith(extension):
            return path[: -len(extension)]
    return path


def package_name(spec: str) -> str:
    """Return the package a bare module name belongs to."""
    parts = spec.split("/")
    return "/".join(parts[:2]) if spec.startswith("@") and len(parts) > 1 else parts[0]


def external_name(spec: str) -> str:
    """Return the name of what lies outside the project: a package, or a builtin of Node."""
    if spec.startswith(("node:", "bun:", "http:", "https:", "data:", "cloudflare:")):
        return spec.rstrip("/")
    for scheme in ("npm:", "jsr:"):
        spec = spec.removeprefix(scheme)
    name = package_name(spec)
    if name in _NODE:
        return f"node:{name}"
    if "@" in name[1:]:
        name = name[0] + name[1:].partition("@")[0]
    return name
