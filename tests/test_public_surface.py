"""Pins what the package offers, and that importing it costs next to nothing."""

import subprocess
import sys

import pytest

import ripplegraph
from ripplegraph import errors

PUBLIC = [
    "AmbiguousTargetError",
    "Comparison",
    "Config",
    "ConfigError",
    "Draft",
    "GitError",
    "LinkDraft",
    "NotAProjectError",
    "NotScannedError",
    "Project",
    "RippleError",
    "ScanError",
    "StoreError",
    "UnknownTargetError",
    "UsageError",
    "__version__",
    "open_project",
]


def test_the_public_names() -> None:
    assert ripplegraph.__all__ == PUBLIC
    assert all(getattr(ripplegraph, name) for name in PUBLIC)
    assert set(PUBLIC) <= set(dir(ripplegraph))


def test_an_unknown_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = ripplegraph.nothing


def test_importing_the_package_loads_nothing_else() -> None:
    program = "import sys, ripplegraph; print(*[n for n in sys.modules if 'ripplegraph' in n])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) == {"ripplegraph", "ripplegraph.version"}


def test_every_error_is_drawn_in_the_hierarchy_and_has_an_exit_code() -> None:
    found = {
        value
        for value in vars(errors).values()
        if isinstance(value, type) and issubclass(value, errors.RippleError)
    }
    assert all(error.__name__ in str(errors.__doc__) for error in found)
    assert {error.exit_code for error in found - {errors.RippleError}} == {2, 3, 4, 5, 6, 130}
