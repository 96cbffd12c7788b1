"""The graph of a project as `ripple export` writes it."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.commands import run_ripple
from bench.projects import copy_project


def read_export(folder: Path, *left_out: str) -> Iterator[dict[str, Any]]:
    """Scan a copy of a project, without folders of some names, and yield its nodes and edges."""
    with tempfile.TemporaryDirectory() as beside:
        copy = copy_project(folder, Path(beside, folder.name), *left_out)
        text = run_ripple(copy, "export")
    for line in text.splitlines():
        yield json.loads(line)
