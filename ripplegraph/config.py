"""The settings of a project: defaults, then a file, then the environment, then flags."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from ripplegraph.errors import ConfigError
from ripplegraph.records import Record

CONFIG_FILE = "ripple.toml"
ENVIRONMENT_PREFIX = "RIPPLE_"

Value = int | str | tuple[str, ...]

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


class ScanConfig(Record):
    """Which files a scan reads, and how it reads them."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_file_bytes: int = 1_000_000
    max_line_length: int = 5_000
    max_parse_seconds: int = 30
    jobs: int = 0
    ambiguous_limit: int = 5
    go_files: str = "built"
    infer: tuple[str, ...] = INFERRED
    lock_timeout_seconds: int = 600


class HistoryConfig(Record):
    """What is learned from the commits of a project."""

    max_commits: int = 5_000
    max_commit_files: int = 50
    half_life_days: int = 365


class StoreConfig(Record):
    """How the databases are opened."""

    busy_timeout_ms: int = 5_000


class MemoryConfig(Record):
    """What is remembered, and for how long."""

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


class CaptureConfig(Record):
    """What is taken from what agents say."""

    suggestions: str = "ignore"


class EmbeddingsConfig(Record):
    """Which model turns memories and questions into vectors, if any."""

    provider: str = "auto"
    ollama_url: str = "http://127.0.0.1:11434"
    ollama_model: str = "qwen3-embedding:4b"
    openai_url: str = ""
    openai_model: str = "text-embedding-3-small"
    openai_key_variable: str = "OPENAI_API_KEY"
    dimensions: int = 1_024
    timeout_ms: int = 5_000


class ContextConfig(Record):
    """What agents are told, and what that costs."""

    count_tokens: str = "on"


class ModelConfig(Record):
    """Which language model may be asked; none, unless someone says so."""

    provider: str = "none"
    url: str = ""
    name: str = ""
    key_variable: str = ""
    daily_tokens: int = 100_000
    timeout_seconds: int = 20


class Config(Record):
    """All settings of one project, validated."""

    scan: ScanConfig = ScanConfig()
    store: StoreConfig = StoreConfig()
    history: HistoryConfig = HistoryConfig()
    memory: MemoryConfig = MemoryConfig()
    capture: CaptureConfig = CaptureConfig()
    embeddings: EmbeddingsConfig = EmbeddingsConfig()
    context: ContextConfig = ContextConfig()
    model: ModelConfig = ModelConfig()


class Setting(Record):
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


class ConfigFiles(Record):
    """The file that holds a project's settings, and the one passed over because of it."""

    used: Path | None
    passed_over: Path | None


class _Entry(Record):
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
            "Files with a longer line count as minified and are not parsed.", minimum=1
        ),
        "scan.max_parse_seconds": _describe(
            "A worker process gives up a file that takes longer than this to parse.", minimum=1
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
        "scan.lock_timeout_seconds": _describe(
            "How long to wait for another process that is scanning the same worktree."
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
    }


def load_config(root: Path, *, environment: Mapping[str, str], flags: Mapping[str, str]) -> Config:
    """Read all layers of a project's settings; a later layer replaces the value of an earlier."""
    values: dict[str, Value] = {}
    for entry in _find_file_entries(root):
        setting = _get_setting(entry, get_settings())
        values[setting.key] = _check(entry, setting)
    for entry in _find_environment_entries(environment):
        setting = _get_setting(entry, _get_variables())
        values[setting.key] = _parse(entry, setting)
    for name, text in flags.items():
        entry = _Entry(name, text, "the --set option")
        setting = _get_setting(entry, get_settings())
        values[setting.key] = _parse(entry, setting)
    preset = PRESETS[str(values.get("memory.preset", "balanced"))]
    return _build_config({**preset, **values})


def find_config_files(root: Path) -> ConfigFiles:
    """Find where a project's settings are: `ripple.toml` goes before `pyproject.toml`."""
    own = root / CONFIG_FILE
    shared = root / "pyproject.toml"
    in_shared = shared if _read_tool_table(shared) is not None else None
    if own.is_file():
        return ConfigFiles(used=own, passed_over=in_shared)
    return ConfigFiles(used=in_shared, passed_over=None)


def _build_config(values: Mapping[str, Value]) -> Config:
    config = Config()
    for key, value in values.items():
        section, _, option = key.partition(".")
        changed = getattr(config, section)._replace(**{option: value})
        config = config._replace(**{section: changed})
    return config


def _find_file_entries(root: Path) -> Iterator[_Entry]:
    own = root / CONFIG_FILE
    if own.is_file():
        yield from _flatten(_read_toml(own), origin=CONFIG_FILE)
    else:
        table = _read_tool_table(root / "pyproject.toml")
        if table is not None:
            yield from _flatten(table, origin="[tool.ripple] in pyproject.toml")


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


def _read_tool_table(path: Path) -> object | None:
    # Most projects do not mention ripple there: searching costs less than parsing, and a
    # broken pyproject.toml is somebody else's business then.
    if not path.is_file() or b"ripple" not in _read_bytes(path):
        return None
    tool = _read_toml(path).get("tool", {})
    return tool.get("ripple") if isinstance(tool, dict) else None


def _read_toml(path: Path) -> dict[str, object]:
    import tomllib

    try:
        return tomllib.loads(_read_bytes(path).decode())
    except (ValueError, RecursionError) as error:
        raise ConfigError(
            f"{path} is not valid TOML: {error}.", hint="Correct the file.", origin=path.name
        ) from error


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ConfigError(
            f"{path} cannot be read: {error.strerror}.",
            hint="Make the file readable.",
            origin=path.name,
        ) from error


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
    elif isinstance(value, int) and not isinstance(value, bool) and value >= setting.minimum:
        return value
    raise _refuse(entry, setting)


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
