"""The text that ripple puts into git hooks, and how it is found and taken out again.

A block starts the rescan in the background and goes on at once, whatever happens. It stands at the
top of a hook, because what a user wrote below may end with `exit` or `exec`; the rescan itself
waits until the process of the hook is gone, so it sees what the hook did.
"""

import os
import re
import sys

HOOKS = ("post-checkout", "post-commit", "post-merge", "post-rewrite")
BEGIN = b"# >>> ripple hooks >>>"
END = b"# <<< ripple hooks <<<"
SAVED_FOLDER = "ripple-saved"
_CALL = "ripple hooks run"

_NEWLINE_ADDED = b" (after an added line break)"
_BLOCK = re.compile(
    re.escape(BEGIN) + rb"(?P<added>" + re.escape(_NEWLINE_ADDED) + rb")?\n.*?\n"
    rb"" + re.escape(END) + rb"\n",
    re.DOTALL,
)
_HEADER = (
    b"#!/bin/sh\n"
    b"# Written by ripplegraph; `ripple hooks uninstall` brings back what was here before.\n"
)
_SHELLS = {b"sh", b"ash", b"bash", b"dash", b"ksh", b"mksh", b"zsh"}

# What git exports to its hooks and what could point it elsewhere. Being named here costs nothing;
# `ripple hooks run` takes away every other variable that starts with GIT_.
_VARIABLES = (
    b"GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX GIT_COMMON_DIR GIT_OBJECT_DIRECTORY "
    b"GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_NAMESPACE GIT_EXEC_PATH GIT_EDITOR GIT_AUTHOR_NAME "
    b"GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_REFLOG_ACTION GIT_CONFIG_PARAMETERS "
    b"GIT_INTERNAL_SUPER_PREFIX"
)


def build_block(hook: str, interpreter: str, *, newline_added: bool = False) -> bytes:
    """Build the script that starts a rescan, in words that every POSIX shell knows."""
    mark = BEGIN + (_NEWLINE_ADDED if newline_added else b"")
    return b"\n".join(
        (
            mark,
            b"(",
            b"  unset " + _VARIABLES,
            b"  trap '' HUP",
            b"  set -- " + _quote(interpreter) + b" -P -m ripplegraph hooks run"
            b' --hook "' + hook.encode() + b'" --after "$$"',
            b'  if command -v setsid >/dev/null 2>&1; then set -- setsid "$@"; fi',
            b'  "$@" &',
            b") </dev/null >/dev/null 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- || :",
            END,
            b"",
        )
    )


def build_hook(hook: str, interpreter: str) -> bytes:
    """Write a hook for a place where none was."""
    return _HEADER + build_block(hook, interpreter) + b"exit 0\n"


def build_wrapper(hook: str, interpreter: str, original: str) -> bytes:
    """Write a hook that becomes the original one, which is named from the folder of hooks."""
    start = b"" if original.startswith("/") else b'"${0%/*}"/'
    return (
        _HEADER
        + build_block(hook, interpreter)
        + b"original="
        + start
        + _quote(original)
        + b"\n"
        + b'if [ -x "$original" ]; then exec "$original" "$@"; fi\nexit 0\n'
    )


def build_line(hook: str) -> str:
    """Write the line that a person can put into a hook that ripple leaves alone."""
    return f"({_CALL} --hook {hook} --after $$ </dev/null >/dev/null 2>&1 &) || true"


def has_line(content: bytes) -> bool:
    """Tell whether a person put the line into a hook."""
    return f"({_CALL} ".encode() in content


def insert_block(content: bytes, hook: str, interpreter: str) -> bytes:
    """Put a block below the first line of a shell script, or above everything without one."""
    if not content.startswith(b"#!"):
        return build_block(hook, interpreter) + content
    shebang, newline, rest = content.partition(b"\n")
    block = build_block(hook, interpreter, newline_added=not newline)
    return shebang + b"\n" + block + rest


def has_block(content: bytes) -> bool:
    return _BLOCK.search(content) is not None


def find_block(content: bytes) -> bytes | None:
    found = _BLOCK.search(content)
    return found.group() if found else None


def remove_block(content: bytes) -> bytes:
    """Return a script as it was before a block was put in."""
    found = _BLOCK.search(content)
    if found is None:
        return content
    before = content[: found.start()]
    if found.group("added"):
        before = before.removesuffix(b"\n")
    return before + content[found.end() :]


def is_own(content: bytes) -> bool:
    """Tell whether ripple wrote all of a hook, and nobody added anything to it."""
    rest = remove_block(content)
    return has_block(content) and (rest == _HEADER + b"exit 0\n" or is_wrapper(content))


def is_wrapper(content: bytes) -> bool:
    rest = remove_block(content)
    return (
        has_block(content)
        and rest.startswith(_HEADER + b"original=")
        and rest.endswith(b'; then exec "$original" "$@"; fi\nexit 0\n')
    )


def is_shell_script(content: bytes) -> bool:
    """Tell whether a POSIX shell runs this; git gives a text without a first line to `sh`."""
    if b"\0" in content:
        return False
    if not content.startswith(b"#!"):
        return True
    words = content.partition(b"\n")[0].removeprefix(b"#!").split()
    if words and words[0].rpartition(b"/")[2] == b"env":
        words = [word for word in words[1:] if not word.startswith(b"-") and b"=" not in word]
    return bool(words) and words[0].rpartition(b"/")[2] in _SHELLS


def _quote(text: str) -> bytes:
    if sys.platform == "win32":
        text = text.replace("\\", "/")
    return b"'" + os.fsencode(text).replace(b"'", b"'\\''") + b"'"
