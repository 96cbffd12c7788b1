"""Builds a small sample repository and runs real ripple commands on it."""

import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.shop import build_shop_history

COMMANDS = (
    ["ripple", "--version"],
    ["git", "log", "--oneline", "--graph", "--all"],
    ["ripple", "scan"],
    ["ripple", "analyze-impact", "shop/pricing.py::add_tax"],
    ["ripple", "remember", "Taxes are rounded once.", "--about", "shop/pricing.py::add_tax"],
    ["ripple", "analyze-impact", "shop/pricing.py"],
    ["ripple", "languages"],
    ["ripple", "export", "--output", "../graph.jsonl"],
    ["grep", "shop/pricing.py::add_tax", "../graph.jsonl"],
    ["ripple", "status"],
    ["ripple", "doctor"],
)


def main() -> None:
    with TemporaryDirectory(prefix="ripple-demo-") as folder:
        shop = Path(folder) / "shop"
        build_shop_history(shop)
        print("A small shop in Python and TypeScript, as a git repository with a history.")
        for command in COMMANDS:
            run_visibly(command, shop)


def run_visibly(command: list[str], folder: Path) -> None:
    """Print a command and let it print its answer."""
    print(f"\n$ {shlex.join(command)}", flush=True)
    program, *arguments = command
    installed = Path(sys.executable).with_name(program)
    subprocess.run(
        [installed if installed.exists() else program, *arguments], cwd=folder, check=True
    )


if __name__ == "__main__":
    main()
