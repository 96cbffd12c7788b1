"""The settings of a project: defaults, the user's file, the project's, the environment, flags.

What makes ripple send something counts in the project's file only if the user trusts that file.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ripplegraph.errors import ConfigError

if TYPE_CHECKING:
    from ripplegraph.trust.settings import IgnoredSetting

Value = int | str | tuple[str, ...]

CONFIG_FILE = "ripple.toml"
_LARGEST_SHARED = 1_000_000
_TABLES = frozenset({"frameworks.described"})
"""Settings that are a list of tables in a file, and the same as JSON elsewhere."""
USER_FILE = "config.toml"
ENVIRONMENT_PREFIX = "RIPPLE_"

PRESETS: Mapping[str, Mapping[str, Value]] = {
    "balanced": {},
    "task_loop": {
        "memory.global_keep": 30,
        "memory.section_keep": 20,
        "memory.work_unit_keep": 12,
        "memory.max_keep": 1_200,
    },
    "iteration": {"memory.max_keep": 50},
}
"""The values of settings that a preset brings, under those that are set."""


INFERRED = ("configs", "files", "names", "programs", "routes", "schemas", "tables")
"""What edges may be inferred from; all of it, unless someone says otherwise."""


class FrameworksConfig(NamedTuple):
    """Settings of frameworks: those that do not count, and those that a project describes."""

    off: tuple[str, ...] = ()
    described: str = ""


class ScanConfig(NamedTuple):
    """Settings of scans: files to read, and how to read them."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_file_bytes: int = 1_000_000
    max_line_length: int = 5_000
    max_parse_seconds: int = 30
    jobs: int = 0
    ambiguous_limit: int = 5
    go_files: str = "built"
    infer: tuple[str, ...] = INFERRED
    errors: str = "record"
    lock_timeout_seconds: int = 600
    frameworks: FrameworksConfig = FrameworksConfig()
    """Those of their own section, for whoever is given the settings of scans alone."""


class HistoryConfig(NamedTuple):
    """Settings of the history of commits."""

    max_commits: int = 5_000
    max_commit_files: int = 50
    half_life_days: int = 365


class StoreConfig(NamedTuple):
    """Settings of the databases."""

    busy_timeout_ms: int = 5_000
    backup_minutes: int = 60


class MemoryConfig(NamedTuple):
    """Settings of memories: types, limits and retention."""

    preset: str = "balanced"
    types: tuple[str, ...] = ()
    max_keep: int = 10_000
    global_keep: int = 0
    module_keep: int = 0
    section_keep: int = 0
    work_unit_keep: int = 0
    session_keep: int = 0
    session_days: int = 7
    unused_days: int = 60
    low_confidence_percent: int = 20
    prune_days: int = 90
    episode_days: int = 30


class CaptureConfig(NamedTuple):
    """Settings of the capture from transcripts."""

    suggestions: str = "ignore"


class EmbeddingsConfig(NamedTuple):
    """Settings of the model for vectors, if any."""

    provider: str = "auto"
    ollama_url: str = "http://127.0.0.1:11434"
    ollama_model: str = "qwen3-embedding:4b"
    openai_url: str = ""
    openai_model: str = "text-embedding-3-small"
    openai_key_variable: str = "OPENAI_API_KEY"
    dimensions: int = 1_024
    timeout_ms: int = 5_000


class ContextConfig(NamedTuple):
    """Settings of contexts, and of counting their costs."""

    count_tokens: str = "on"


class ModelConfig(NamedTuple):
    """Settings of the language model; there is none, unless someone says so."""

    provider: str = "none"
    url: str = ""
    name: str = ""
    key_variable: str = ""
    daily_tokens: int = 100_000
    timeout_seconds: int = 20


class TrustConfig(NamedTuple):
    """Settings of trust: names that a trusted project file may use."""

    key_variables: tuple[str, ...] = ()


class Config(NamedTuple):
    """All settings of one project, validated."""

    scan: ScanConfig = ScanConfig()
    frameworks: FrameworksConfig = FrameworksConfig()
    store: StoreConfig = StoreConfig()
    history: HistoryConfig = HistoryConfig()
    memory: MemoryConfig = MemoryConfig()
    capture: CaptureConfig = CaptureConfig()
    embeddings: EmbeddingsConfig = EmbeddingsConfig()
    context: ContextConfig = ContextConfig()
    model: ModelConfig = ModelConfig()
    trust: TrustConfig = TrustConfig()


class LoadedSettings(NamedTuple):
    """The settings of a project, and what its file sets that does not count."""

    config: Config
    ignored: "tuple[IgnoredSetting, ...]"


class ProjectFile(NamedTuple):
    """The file that holds a project's settings, as it was read."""

    path: Path
    origin: str
    hash: str
    settings: Mapping[str, Value]


class Setting(NamedTuple):
    """One key that a user can set, such as `scan.jobs`."""

    key: str
    default: Value
    description: str
    minimum: int
    choices: tuple[str, ...]

    @property
    def variable(self) -> str:
        return ENVIRONMENT_PREFIX + self.key.replace(".", "_").upper()

    @property
    def expected(self) -> str:
        if isinstance(self.default, tuple):
            among = f", each one of {', '.join(self.choices)}" if self.choices else ""
            return f"a list of strings{among}"
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        if isinstance(self.default, str):
            return "a text"
        return f"a whole number, {self.minimum} or more"


class ConfigFiles(NamedTuple):
    """The file that holds a project's settings, and the one passed over because of it."""

    used: Path | None
    passed_over: Path | None


class _Entry(NamedTuple):
    """A value as someone wrote it, and where."""

    name: str
    value: object
    origin: str


@cache
def get_settings() -> Mapping[str, Setting]:
    """Return every setting by its key; made when it is asked for, most projects set nothing."""
    settings = {}
    descriptions = _describe_settings()
    for section, defaults in Config()._asdict().items():
        for option, default in defaults._asdict().items():
            if isinstance(default, FrameworksConfig):
                continue
            key = f"{section}.{option}"
            settings[key] = Setting(key, default, *descriptions[key])
    return settings


@cache
def _get_variables() -> Mapping[str, Setting]:
    return {setting.variable: setting for setting in get_settings().values()}


def _describe(
    text: str, *, minimum: int = 0, choices: tuple[str, ...] = ()
) -> tuple[str, int, tuple[str, ...]]:
    return text, minimum, choices


def _describe_settings() -> dict[str, tuple[str, int, tuple[str, ...]]]:
    return {
        "scan.include": _describe(
            "Patterns (as in `.gitignore`) of the only files to scan; empty means all files."
        ),
        "scan.exclude": _describe(
            "Patterns (as in `.gitignore`) of files to leave out, besides those git ignores."
        ),
        "scan.max_file_bytes": _describe(
            "Files larger than this are listed, but not parsed.", minimum=1
        ),
        "scan.max_line_length": _describe(
            "Files with longer lines, one in twenty or more, count as minified and are not parsed.",
            minimum=1,
        ),
        "scan.max_parse_seconds": _describe(
            "Seconds of processor time to read and parse a file, beyond which it is given up.",
            minimum=1,
        ),
        "scan.jobs": _describe("Worker processes; 0 means one for each processor."),
        "scan.ambiguous_limit": _describe(
            "A name with more candidates than this counts as unresolved.", minimum=1
        ),
        "scan.go_files": _describe(
            "Whether to leave out Go files that `go build ./...` does: those below `testdata` and "
            "below folders that begin with `_` or a dot.",
            choices=("built", "all"),
        ),
        "scan.infer": _describe(
            "What texts may tie code to: `configs` (what Dockerfiles, workflows, manifests and "
            "settings name), `files` and `names` (paths and dotted names in strings), `programs` "
            "(subprocesses, imports by name), `routes` (requests to handlers), `schemas` "
            "(Protocol Buffers) and `tables` (SQL in strings).",
            choices=INFERRED,
        ),
        "scan.errors": _describe(
            "Unexpected errors: `record` makes each a diagnostic of its file, and the scan goes "
            "on; `raise` ends the scan, for those who work on ripple.",
            choices=("record", "raise"),
        ),
        "scan.lock_timeout_seconds": _describe(
            "How long to wait for another process that is scanning the same worktree."
        ),
        "frameworks.off": _describe(
            "Frameworks that make no edges and no entry points, by their names."
        ),
        "frameworks.described": _describe(
            "Frameworks of your own: a list of tables, as `docs/how-to/add-a-framework.md` "
            "describes them."
        ),
        "history.max_commits": _describe(
            "How many of the newest commits are read; a tenth more is kept before the oldest go.",
            minimum=1,
        ),
        "history.max_commit_files": _describe(
            "In a commit with more files than this, none counts as changed together.", minimum=2
        ),
        "history.half_life_days": _describe(
            "After this many days a common change of two files counts half.", minimum=1
        ),
        "store.busy_timeout_ms": _describe(
            "How long to wait, in milliseconds, for another process that is writing."
        ),
        "store.backup_minutes": _describe(
            "A change of memories so long after the last backup leads to the next; 0 means never."
        ),
        "memory.preset": _describe(
            "Which values the settings below have where they are not set: `balanced`, "
            "`task_loop` (few memories for each task and section) or `iteration` (50 in all).",
            choices=("balanced", "task_loop", "iteration"),
        ),
        "memory.types": _describe(
            "Types of memory of this project: `name`, or `name=type` for another name of a type."
        ),
        "memory.max_keep": _describe("How many live memories cleanup leaves; 0 means all."),
        "memory.global_keep": _describe("How many of them in the global scope; 0 means all."),
        "memory.module_keep": _describe("How many for each module; 0 means all."),
        "memory.section_keep": _describe("How many for each section; 0 means all."),
        "memory.work_unit_keep": _describe("How many for each work unit; 0 means all."),
        "memory.session_keep": _describe("How many for each session; 0 means all."),
        "memory.session_days": _describe(
            "After how many days without use cleanup archives what belongs to a session."
        ),
        "memory.unused_days": _describe(
            "After how many days without use cleanup archives what is hardly trusted any more."
        ),
        "memory.low_confidence_percent": _describe("Below this confidence it is hardly trusted."),
        "memory.prune_days": _describe(
            "After how many days cleanup removes what was archived, superseded or rejected."
        ),
        "memory.episode_days": _describe(
            "After how many days cleanup removes episodes; 0 means never."
        ),
        "capture.suggestions": _describe(
            "Whether `ripple ingest` takes what agents write under `## MEMORY_SUGGESTIONS`: "
            "`ignore` or `take`.",
            choices=("ignore", "take"),
        ),
        "embeddings.provider": _describe(
            "What makes vectors: `ollama`, `openai` (any server with that interface), `bundled` "
            "(an offline model, with the extra `embeddings`) or `none`; `auto` takes the first of "
            "these that is there, and a server only where its address is set or is Ollama's own.",
            choices=("auto", "ollama", "openai", "bundled", "none"),
        ),
        "embeddings.ollama_url": _describe("Where Ollama listens."),
        "embeddings.ollama_model": _describe("Which of its models makes vectors."),
        "embeddings.openai_url": _describe(
            "The address of a server with OpenAI's interface, up to `/v1`; empty means none. The "
            "texts of memories are sent there."
        ),
        "embeddings.openai_model": _describe("Which of its models makes vectors."),
        "embeddings.openai_key_variable": _describe(
            "The environment variable that holds its key; a key is never read from a file."
        ),
        "embeddings.dimensions": _describe(
            "How long the vectors of a server are; 0 means as long as its model makes them."
        ),
        "embeddings.timeout_ms": _describe(
            "How long to wait for a server, in milliseconds, before the next choice.", minimum=1
        ),
        "context.count_tokens": _describe(
            "Whether to count what answers cost, and what reading files instead would have.",
            choices=("on", "off"),
        ),
        "model.provider": _describe(
            "Which kind of language model may be asked; `none` sends nothing anywhere.",
            choices=("none", "openai", "ollama", "anthropic"),
        ),
        "model.url": _describe(
            "Where it is asked; empty means where its provider usually is. `openai` is any server "
            "that speaks its protocol."
        ),
        "model.name": _describe("Which of its models is asked."),
        "model.key_variable": _describe(
            "The environment variable with the key; it must not begin with `RIPPLE_`."
        ),
        "model.daily_tokens": _describe(
            "How many tokens may be used in this worktree on one day (UTC)."
        ),
        "model.timeout_seconds": _describe(
            "How long to wait for an answer before going on without.", minimum=1
        ),
        "trust.key_variables": _describe(
            "Further environment variables that a project file you trust may name as holding a "
            "key. It counts only in your own file, the environment and flags."
        ),
    }


def load_config(root: Path, *, environment: Mapping[str, str], flags: Mapping[str, str]) -> Config:
    """Read all layers of a project's settings; a later layer replaces the value of an earlier."""
    return load_settings(root, environment=environment, flags=flags).config


def load_settings(
    root: Path,
    *,
    environment: Mapping[str, str],
    flags: Mapping[str, str],
    project: str | None = None,
) -> LoadedSettings:
    """Read all layers, and say which settings of the project's file do not count.

    `project` is what the list of trusted files knows the project by: its folder unless given.
    """
    values = read_user_settings(environment)
    given = read_given_settings(environment, flags)
    file = read_project_file(root)
    ignored: tuple[IgnoredSetting, ...] = ()
    if file is not None:
        allowed = find_allowed_keys(values, given)
        is_trusted = partial(_is_trusted, project or str(root), file.hash, environment)
        ignored = _find_ignored(file, values, allowed, is_trusted)
        keys = {item.key for item in ignored}
        values |= {key: value for key, value in file.settings.items() if key not in keys}
    values |= given
    preset = PRESETS[str(values.get("memory.preset", "balanced"))]
    return LoadedSettings(_build_config({**preset, **values}), ignored)


def _find_ignored(
    file: ProjectFile,
    values: Mapping[str, Value],
    allowed: frozenset[str],
    is_trusted: Callable[[], bool],
) -> "tuple[IgnoredSetting, ...]":
    """Return the settings of a project's file that do not count."""
    from ripplegraph.trust.settings import IgnoredSetting, find_objection, is_sensitive

    found = []
    for key, value in file.settings.items():
        if is_sensitive(key, value) and value != _get_value(values, key):
            objection = find_objection(key, value, trusted=is_trusted(), allowed=allowed)
            if objection is not None:
                found.append(IgnoredSetting(key, value, file.origin, objection))
    return tuple(found)


def find_user_file(environment: Mapping[str, str]) -> Path | None:
    """Return the file with the user's own settings for all projects, if there is one."""
    from ripplegraph.trust.user_folders import get_config_folder

    folder = get_config_folder(environment)
    return folder / USER_FILE if folder and (folder / USER_FILE).is_file() else None


def read_user_settings(environment: Mapping[str, str]) -> dict[str, Value]:
    path = find_user_file(environment)
    if path is None:
        return {}
    from ripplegraph.trust.files import parse_toml, read_bytes

    table = parse_toml(path, read_bytes(Path(os.path.realpath(path))))
    return _check_all(_flatten(table, origin=str(path)))


def read_given_settings(
    environment: Mapping[str, str], flags: Mapping[str, str]
) -> dict[str, Value]:
    """Read what the user set for this run: variables and, before them, flags."""
    values: dict[str, Value] = {}
    for entry in _find_environment_entries(environment):
        setting = _get_setting(entry, _get_variables())
        values[setting.key] = _parse(entry, setting)
    for name, text in flags.items():
        entry = _Entry(name, text, "the --set option")
        setting = _get_setting(entry, get_settings())
        values[setting.key] = _parse(entry, setting)
    return values


def read_project_file(root: Path) -> ProjectFile | None:
    """Read the settings that come with a project: `ripple.toml` or, without it, another file."""
    own = root / CONFIG_FILE
    shared = root / "pyproject.toml"
    if not own.is_file() and not shared.is_file():
        return None
    from ripplegraph.trust.files import hash_file, parse_toml, read_bytes

    if own.is_file():
        content = read_bytes(own)
        entries = _flatten(parse_toml(own, content), origin=CONFIG_FILE)
        return ProjectFile(own, CONFIG_FILE, hash_file(content), _check_all(entries))
    content = _read_shared(shared)
    table = _find_tool_table(shared, content)
    if table is None:
        return None
    origin = "[tool.ripple] in pyproject.toml"
    settings = _check_all(_flatten(table, origin=origin))
    return ProjectFile(shared, origin, hash_file(content), settings)


def find_allowed_keys(*layers: Mapping[str, Value]) -> frozenset[str]:
    """Return the variables that the user's own settings name as holding keys."""
    from ripplegraph.trust.settings import KEY_SETTINGS

    names = [str(layer[key]) for layer in layers for key in KEY_SETTINGS if key in layer]
    listed = (layer.get("trust.key_variables", ()) for layer in layers)
    return frozenset(names).union(*(value for value in listed if isinstance(value, tuple)))


def _check_all(entries: Iterable["_Entry"]) -> dict[str, Value]:
    values = {}
    for entry in entries:
        setting = _get_setting(entry, get_settings())
        values[setting.key] = _check(entry, setting)
    return values


def _get_value(values: Mapping[str, Value], key: str) -> Value:
    return values[key] if key in values else get_settings()[key].default


def _is_trusted(project: str, hash_: str, environment: Mapping[str, str]) -> bool:
    from ripplegraph.trust.ledger import SETTINGS, Ledger

    return Ledger(environment).has(os.path.realpath(project), SETTINGS, hash_)


def find_config_files(root: Path) -> ConfigFiles:
    """Find where a project's settings are: `ripple.toml` goes before `pyproject.toml`."""
    own = root / CONFIG_FILE
    shared = root / "pyproject.toml"
    in_shared = shared if _find_tool_table(shared, _read_shared(shared)) is not None else None
    if own.is_file():
        return ConfigFiles(used=own, passed_over=in_shared)
    return ConfigFiles(used=in_shared, passed_over=None)


def _build_config(values: Mapping[str, Value]) -> Config:
    config = Config()
    for key, value in values.items():
        section, _, option = key.partition(".")
        changed = getattr(config, section)._replace(**{option: value})
        config = config._replace(**{section: changed})
    return config._replace(scan=config.scan._replace(frameworks=config.frameworks))


def _find_environment_entries(environment: Mapping[str, str]) -> Iterator[_Entry]:
    for name in sorted(environment):
        if name.startswith(ENVIRONMENT_PREFIX):
            yield _Entry(name, environment[name], "the environment")


def _flatten(table: object, *, origin: str) -> Iterator[_Entry]:
    if not isinstance(table, dict):
        raise ConfigError(
            f"{origin} is not a table.", hint="Write it as a TOML table.", origin=origin
        )
    for section, options in table.items():
        if isinstance(options, dict) and (options or section in Config._fields):
            for option, value in options.items():
                yield _Entry(f"{section}.{option}", value, origin)
        else:
            yield _Entry(section, options, origin)


def _read_shared(path: Path) -> bytes:
    """Return what `pyproject.toml` holds; nothing where it is huge."""
    if not path.is_file() or path.stat().st_size > _LARGEST_SHARED:
        return b""
    from ripplegraph.trust.files import read_bytes

    return read_bytes(path, most=_LARGEST_SHARED)


def _find_tool_table(path: Path, content: bytes) -> object | None:
    # Most projects do not mention ripple there: searching costs less than parsing, and a
    # broken pyproject.toml is somebody else's business then.
    if b"ripple" not in content:
        return None
    from ripplegraph.trust.files import parse_toml

    tool = parse_toml(path, content).get("tool", {})
    return tool.get("ripple") if isinstance(tool, dict) else None


def _get_setting(entry: _Entry, known: Mapping[str, Setting]) -> Setting:
    if entry.name not in known:
        raise ConfigError(
            f"Unknown setting {entry.name!r} in {entry.origin}.",
            hint=_suggest(entry.name, known),
            origin=entry.origin,
            key=entry.name,
        )
    return known[entry.name]


def _suggest(name: str, known: Mapping[str, Setting]) -> str:
    from difflib import get_close_matches

    nearest = get_close_matches(name, known, n=1, cutoff=0)
    return f"The nearest valid one is {nearest[0]!r}."


def _check(entry: _Entry, setting: Setting) -> Value:
    value = entry.value
    if isinstance(setting.default, tuple):
        known = set(setting.choices)
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            if known and not known.issuperset(value):
                raise _refuse(entry, setting)
            return tuple(value)
    elif setting.choices:
        if isinstance(value, str) and value in setting.choices:
            return value
    elif isinstance(setting.default, str):
        if isinstance(value, str):
            return value
        if setting.key in _TABLES and isinstance(value, list):
            return _write_tables(entry, setting, value)
    elif isinstance(value, int) and not isinstance(value, bool) and value >= setting.minimum:
        return value
    raise _refuse(entry, setting)


def _write_tables(entry: _Entry, setting: Setting, value: list[object]) -> str:
    """Return tables as text; what is in them is checked by those who read it."""
    import json

    try:
        return json.dumps(value, sort_keys=True)
    except (TypeError, ValueError, RecursionError) as error:
        raise _refuse(entry, setting) from error


def _refuse(entry: _Entry, setting: Setting) -> ConfigError:
    return ConfigError(
        f"{entry.name!r} in {entry.origin} must be {setting.expected}, not {entry.value!r}.",
        hint=f"The default is {_show(setting.default)}.",
        origin=entry.origin,
        key=setting.key,
    )


def _parse(entry: _Entry, setting: Setting) -> Value:
    text = str(entry.value)
    parsed: object = text
    if isinstance(setting.default, tuple):
        parsed = [item.strip() for item in text.split(",") if item.strip()]
    elif isinstance(setting.default, str):
        parsed = text.strip()
    elif text.strip().isascii() and text.strip().isdigit():
        parsed = int(text)
    return _check(entry._replace(value=parsed), setting)


def _show(value: Value) -> str:
    return str(list(value) if isinstance(value, tuple) else value)
