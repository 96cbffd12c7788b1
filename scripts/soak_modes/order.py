"""Generated projects, linked in several orders: every order must find the same edges."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from tests.support.orders import (
    describe_order,
    find_order_differences,
    find_order_languages,
    generate_project,
)

_SHOWN = 5


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--projects", type=int, default=100, help="projects of a language (100)")
    parser.add_argument("--orders", type=int, default=4, help="orders of each project (4)")
    parser.add_argument(
        "--language", action="append", help="a language to generate, may be repeated (all)"
    )


def run(options: argparse.Namespace, folder: Path) -> int:  # noqa: ARG001 - nothing is written
    """Link projects of each language, and show the smallest that come out differently."""
    failed = 0
    for language in options.language or find_order_languages():
        failed += try_language(language, options.projects, orders=options.orders, seed=options.seed)
    return failed


def try_language(language: str, projects: int, *, orders: int, seed: int) -> int:
    """Link projects of one language; returns how many depend on the order."""
    start = time.process_time()
    different = [
        number
        for number in range(seed, seed + projects)
        if find_order_differences(generate_project(language, number), orders)
    ]
    seconds = time.process_time() - start
    print(f"{language}: {len(different)} of {projects} different, {seconds:.0f} s", flush=True)
    for number in different[:_SHOWN]:
        print(describe_order(language, number, orders), flush=True)
    return len(different)
