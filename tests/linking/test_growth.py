"""Linking takes about as many steps for a file of a large project as for one of a small one."""

import subprocess
import sys
from pathlib import Path

import pytest

SIZES = (40, 80, 160)
MOST = 0.01
"""The largest part of all steps that may be due to what grows faster than the files."""
SHAPES = [
    "chain-python",
    "ring-python",
    "collector-python",
    "layers-python",
    "chain-typescript",
    "chain-go",
    "chain-java",
    "chain-rust",
    "chain-c",
    "hub-c",
    "chain-cpp",
    "short-chains-of-classes",
    "overrides",
    "java-overrides",
    "unknown-receivers",
    "star-reexports",
    "typescript-reexports",
    "functions-in-file",
    "tests-with-fixtures",
    "routes",
    "sql-tables",
    "go-methods",
    "rust-traits",
]


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_steps_grow_with_the_files(shape: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.support.linker_steps", shape, str(tmp_path)]
    done = subprocess.run([*command, *map(str, SIZES)], capture_output=True, check=True)
    first, second, third = map(int, done.stdout.split())
    # What is proportional to the files, or the same for all, is nothing in this difference.
    faster = (third - 3 * second + 2 * first) / third
    assert faster <= MOST, (first, second, third)
