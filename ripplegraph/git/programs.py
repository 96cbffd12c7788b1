"""Keeps git from running programs that only the repository's own configuration names.

Git runs what `core.fsmonitor`, `filter.*` and hooks name whenever somebody asks for the status of
a folder. A configuration comes with a folder that was unpacked or copied, so it is not taken for
the user's word: these settings are replaced by those of the user's own configuration, or switched
off. `ripple trust` lets them count. The builtin monitor (`core.fsmonitor = true`) is git itself.

In most repositories a look at the bytes of the configuration shows that there is nothing to do.
"""

import os

from ripplegraph.errors import GitError
from ripplegraph.git.environment import build_plain_environment
from ripplegraph.git.settings_files import LARGEST, find_git_folders, read_settings

Settings = tuple[tuple[str, str], ...]

ALWAYS: Settings = (("safe.bareRepository", "explicit"), ("log.showSignature", "false"))
WITHOUT_HOOKS: Settings = (("core.hooksPath", os.devnull),)
_SAFE_COMMANDS = ("config", "rev-parse")
"""These run no hooks, and are asked where hooks are."""
_SUSPICIOUS = (
    *(b"fsmonitor", b"filter", b"include", b"[hook", b"extension."),
    *(b"customtransfer", b"standalonetransfer"),
)
_HARMLESS = b"partialclonefilter"
_FILTER_PARTS = {"clean": "", "smudge": "", "process": "", "required": "false"}
_BOOLEANS = frozenset({"", "true", "yes", "on", "1", "false", "no", "off", "0"})
_LFS = ("lfs.extension.", "lfs.customtransfer.", "lfs.standalonetransferagent")
"""What makes the filter of Git LFS run other programs."""
_REPOSITORY = ("local", "worktree")

Entry = tuple[str, str, str]
"""Where a setting is from, its key and its value."""
_known: dict[str, tuple[bytes, list[Entry]]] = {}
"""What git said about a repository, while its configuration has the same bytes."""


def build_environment(folder: str, command: str) -> dict[str, str]:
    """Return the environment for a git command: this one, without what would redirect it.

    Settings of the repository that name programs do not count in it.
    """
    fixed = ALWAYS if command in _SAFE_COMMANDS else ALWAYS + WITHOUT_HOOKS
    return build_plain_environment(fixed + find_overrides(folder))


def find_overrides(folder: str) -> Settings:
    """Return the settings to run git with in a folder, so that it runs nothing unasked."""
    programs = find_programs(folder)
    if not programs or is_trusted(folder, programs):
        return ()
    own = {key: value for scope, key, value in _list_entries(folder) if scope not in _REPOSITORY}
    found: dict[str, str] = {}
    for key, _ in programs:
        section, name, _ = split_key(key)
        if key == "core.fsmonitor":
            found[key] = own.get(key, "false")
        elif section == "hook":
            found[f"hook.{name}.enabled"] = "false"
        elif section == "lfs":
            found |= {f"filter.lfs.{part}": off for part, off in _FILTER_PARTS.items()}
        else:
            # A part that nobody sets stays unset: an empty `process` would keep `clean` from
            # being run.
            for part in (key, f"filter.{name}.required"):
                found[part] = own.get(part, _FILTER_PARTS[split_key(part)[2]])
    return tuple(found.items())


def find_programs(folder: str) -> Settings:
    """Return the settings of a repository that name programs, other than the user's own."""
    entries = _list_entries(folder)
    own = {key: value for scope, key, value in entries if scope not in _REPOSITORY}
    found = {key: value for scope, key, value in entries if scope in _REPOSITORY}
    return tuple(
        (key, value)
        for key, value in sorted(found.items())
        if _names_program(key, value) and own.get(key) != value
    )


def find_disabled_filters(folder: str) -> frozenset[str]:
    """Return the filters that are switched off, or are other ones than the repository says."""
    keys = (split_key(key) for key, _ in find_overrides(folder))
    return frozenset(name for section, name, _ in keys if section == "filter")


def hash_programs(programs: Settings) -> str:
    """Return the hash of these settings for the list of trust."""
    import json
    from hashlib import sha256

    return sha256(json.dumps(programs).encode(errors="surrogateescape")).hexdigest()


def is_trusted(folder: str, programs: Settings) -> bool:
    """Tell whether the user trusts just these settings of this repository."""
    from ripplegraph.trust.ledger import GIT, Ledger

    folders = find_git_folders(folder)
    if folders is None or folders.is_doubtful:
        return False
    return Ledger(os.environ).has(os.path.realpath(folders.shared), GIT, hash_programs(programs))


def split_key(key: str) -> tuple[str, str, str]:
    """Return the section, the name in it, and the last word of a key."""
    section, _, rest = key.partition(".")
    name, _, word = rest.rpartition(".")
    return section, name, word


def _names_program(key: str, value: str) -> bool:
    section, _, word = split_key(key)
    if key == "core.fsmonitor":
        return value.lower() not in _BOOLEANS
    # The name of a filter may be empty; without any name there is one dot.
    if section == "filter" and key.count(".") > 1:
        return word in _FILTER_PARTS and word != "required"
    if section == "hook":
        return word == "command"
    return key.startswith(_LFS) or key.endswith(_LFS[-1].removeprefix("lfs"))


def _list_entries(folder: str) -> list[Entry]:
    """Return every setting that git sees there, if any of the repository's own is suspicious."""
    folders = find_git_folders(folder)
    if folders is None:
        return []
    content = None if folders.is_doubtful else read_settings(folders)
    if content is None:
        return _read_entries(folder)
    if len(content) < LARGEST and not _is_suspicious(content):
        return []
    known = _known.get(folders.own)
    if known is not None and known[0] == content:
        return known[1]
    entries = _read_entries(folder)
    # Files that are included may change, and these bytes would not.
    if b"include" not in content.lower():
        _known[folders.own] = content, entries
    return entries


def _is_suspicious(content: bytes) -> bool:
    # Names of settings cannot be written in any other way than this, but for their case, and for
    # backslashes in names between quotes.
    words = content.lower().replace(b"\\", b"").replace(_HARMLESS, b"")
    return any(word in words for word in _SUSPICIOUS)


def _read_entries(folder: str) -> list[Entry]:
    """Ask git for every setting, in the folder in which it is to run: it finds the same there."""
    from ripplegraph.git.process import run_plainly

    result = run_plainly(folder, ALWAYS, "config", "--list", "--show-scope", "-z")
    fields = os.fsdecode(result.output).split("\0")
    pairs = zip(fields[::2], fields[1::2], strict=False)
    entries = [(scope, *_split_entry(text)) for scope, text in pairs]
    if result.code or not any(scope in _REPOSITORY for scope, _, _ in entries):
        _refuse_if_found(folder)
    return entries


def _refuse_if_found(folder: str) -> None:
    """Raise an error if git finds a repository there whose settings it does not tell."""
    from ripplegraph.git.process import run_plainly

    if run_plainly(folder, ALWAYS, "rev-parse", "--git-dir").code == 0:
        raise GitError(
            f"Git does not tell the settings of the repository around {folder}.",
            hint="Run `git config --local --list` there to see what is wrong.",
        )


def _split_entry(text: str) -> tuple[str, str]:
    # A key alone means that it is true.
    key, equals, value = text.partition("\n")
    return key, value if equals else "true"
