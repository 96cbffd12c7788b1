"""Jupyter notebooks: their code cells, one after the other, as one Python module."""

from __future__ import annotations

import json


def cells_as_module(data: bytes) -> bytes:
    """Return a notebook's code cells as Python; shell and magic lines become comments."""
    try:
        notebook = json.loads(data)
    except ValueError as error:
        raise ValueError(f"not a notebook: {error}") from error
    cells = notebook.get("cells", []) if isinstance(notebook, dict) else []
    if not isinstance(cells, list):
        cells = []
    parts = [_cell_source(cell) for cell in cells if isinstance(cell, dict)]
    return "\n".join(part for part in parts if part).encode("utf-8", "replace")


def _cell_source(cell: dict[str, object]) -> str:
    if cell.get("cell_type") != "code":
        return ""
    source = cell.get("source", "")
    text = "".join(str(line) for line in source) if isinstance(source, list) else str(source)
    if text.lstrip().startswith("%%") and not text.lstrip().startswith(("%%time", "%%capture")):
        return ""
    lines = [
        "#" + line if line.lstrip().startswith(("%", "!", "?")) else line
        for line in text.split("\n")
    ]
    return "\n".join(lines) + "\n"
