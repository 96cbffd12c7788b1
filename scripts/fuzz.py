"""Fuzzes a door of ripple with atheris, which looks for inputs that reach new code.

    python -m scripts.fuzz mcp --runs 100000

It needs atheris, which nothing else does: pip install atheris
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory


def main() -> int:
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__.partition("\n")[0])
    parser.add_argument("target", choices=("config", "hook", "ingest", "mcp", "signals"))
    parser.add_argument("--runs", type=int, default=100_000, help="inputs to try (100000)")
    parser.add_argument("--seed", type=int, default=1, help="where inputs come from (1)")
    options = parser.parse_args()
    try:
        import atheris
    except ModuleNotFoundError:
        print("atheris is not installed: pip install atheris", file=sys.stderr)
        return 2
    with atheris.instrument_imports(include=["ripplegraph", "json"]):
        from scripts.fuzz_targets import SEEDS, TARGETS
    with TemporaryDirectory(prefix="ripple-fuzz-corpus-") as corpus:
        (Path(corpus) / "seed").write_bytes(SEEDS[options.target])
        flags = [f"-runs={options.runs}", f"-seed={options.seed}", "-max_len=4096", "-timeout=60"]
        atheris.Setup([sys.argv[0], *flags, corpus], TARGETS[options.target])
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
