"""Makes file permissions count, even where the tests run as root."""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_PR_CAPBSET_DROP = 24
_CAP_DAC_OVERRIDE = 1
_CAP_DAC_READ_SEARCH = 2
_OVERRIDES = 1 << _CAP_DAC_OVERRIDE | 1 << _CAP_DAC_READ_SEARCH
_CAPABILITY_VERSION = 0x20080522
_READ_BITS, _WRITE_BITS = 0o555, 0o200


def obey_permissions() -> Callable[[], None] | None:
    """Return what a child process must do first so that file permissions bind it.

    Root passes over permissions; a child that gives up these two capabilities no longer does,
    and still owns the files that root made.
    """
    if os.geteuid() != 0:
        return None
    if not sys.platform.startswith("linux"):
        pytest.skip("permissions do not bind root on this system")
    return drop_overrides


@contextmanager
def bound_by_permissions() -> Iterator[None]:
    """Let file permissions bind this very thread, even as root, until the block ends."""
    if os.geteuid() != 0:
        yield
        return
    if not sys.platform.startswith("linux"):
        pytest.skip("permissions do not bind root on this system")
    effective = _read_capabilities()
    _set_effective(effective & ~_OVERRIDES)
    try:
        yield
    finally:
        _set_effective(effective)


@contextmanager
def shut(folder: Path) -> Iterator[None]:
    """Keep this process from writing to a folder and everything in it, until the block ends."""
    change_modes(folder, writable=False)
    try:
        with bound_by_permissions():
            yield
    finally:
        change_modes(folder, writable=True)


def change_modes(folder: Path, *, writable: bool) -> None:
    """Take away or give back the right to write to a folder and everything in it."""
    for path in (folder, *folder.rglob("*")):
        mode = path.stat().st_mode
        path.chmod(mode | _WRITE_BITS if writable else mode & _READ_BITS)


def mount_read_only(folder: Path) -> tuple[str, ...]:
    """Return a command prefix that runs a command with a folder mounted read-only."""
    if shutil.which("unshare") is None:
        pytest.skip("unshare is not installed")
    identity = () if os.geteuid() == 0 else ("--map-root-user",)
    script = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
    prefix = ("unshare", "--mount", *identity, "sh", "-c", script, str(folder))
    if subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine does not allow mounting")
    return prefix


def drop_overrides() -> None:
    """Let permissions bind the program that this process becomes."""
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in (_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH):
        if libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "cannot give up a capability")


def give_up_overrides() -> None:
    """Let permissions bind this process and all that it starts."""
    drop_overrides()
    sets = _get_sets()
    sets[0].effective &= ~_OVERRIDES
    # Some questions are answered from what a process may take back.
    sets[0].permitted &= ~_OVERRIDES
    _call("capset", sets)


class _Header(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


class _Sets(ctypes.Structure):
    _fields_ = [
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    ]


def _read_capabilities() -> int:
    return int(_get_sets()[0].effective)


def _set_effective(effective: int) -> None:
    sets = _get_sets()
    sets[0].effective = effective
    _call("capset", sets)


def _get_sets() -> "ctypes.Array[_Sets]":
    sets = (_Sets * 2)()
    _call("capget", sets)
    return sets


def _call(name: str, sets: "ctypes.Array[_Sets]") -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    header = _Header(_CAPABILITY_VERSION, 0)
    if getattr(libc, name)(ctypes.byref(header), sets):
        raise OSError(ctypes.get_errno(), f"{name} failed")
