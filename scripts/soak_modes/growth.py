"""Generated projects of growing sizes: CPU and memory must grow about as fast as the files."""

from __future__ import annotations

import argparse
from pathlib import Path

from bench.speed import scan_growth


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sizes", default="1000,4000,16000", help="files of the projects (1000,4000,16000)"
    )


def run(options: argparse.Namespace, folder: Path) -> int:  # noqa: ARG001 - it has its own
    """Scan, edit and ask projects of many shapes."""
    sizes = [int(size) for size in options.sizes.split(",")]
    return scan_growth.run_growth(scan_growth.build_shapes(), sizes, queries=True)
