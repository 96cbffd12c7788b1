"""Makes file permissions count, even where the tests run as root."""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

_PR_CAPBSET_DROP = 24
_CAP_DAC_OVERRIDE = 1
_CAP_DAC_READ_SEARCH = 2


def obey_permissions() -> Callable[[], None] | None:
    """Return what a child process must do first so that file permissions bind it.

    Root passes over permissions; a child that gives up these two capabilities no longer does,
    and still owns the files that root made.
    """
    if os.geteuid() != 0:
        return None
    if not sys.platform.startswith("linux"):
        pytest.skip("permissions do not bind root on this system")
    return _drop_overrides


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


def _drop_overrides() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in (_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH):
        if libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "cannot give up a capability")
