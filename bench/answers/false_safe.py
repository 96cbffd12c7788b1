"""Asks ripple about random symbols that are used somewhere, and compares with another tool.

    python -m bench.answers.false_safe PROJECT LANGUAGE [--symbols 25] [--seed 1] -- COMMAND

PROJECT is a git checkout that is scanned where it lies. For `python`, `typescript`, `cpp` and `php`
COMMAND starts a language server; for `ruby` it runs the tests of the project; `go`, `java` and
`rust` take none. Of a symbol that the tool shows a use of, outside its own definition, the answer
must have a row, and its rows should be those uses.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.answers.oracles.choice import open_oracle
from bench.answers.oracles.comparison import Answer, Comparer, Figures
from bench.answers.oracles.truth import Oracle, Place, Sources, Symbol
from bench.projects import run_git
from ripplegraph import open_project


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("language")
    parser.add_argument("--symbols", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=10, help="examples for each symbol")
    parser.add_argument("--only", default="", help="a folder whose symbols are asked about")
    parser.add_argument("command", nargs="*")
    options = parser.parse_args()
    root = options.project.resolve()
    project = open_project(root)
    project.scan()
    paths = run_git(root, "ls-files").splitlines()
    oracle = open_oracle(options.language, options.command, root, paths)
    sources = Sources(root, options.language)
    comparer = Comparer(project, oracle, sources)
    drawn = draw(oracle, comparer, options.symbols, options.seed, options.only)
    answers = [comparer.compare(symbol, truth) for symbol, truth in drawn]
    for answer in answers:
        _print_answer(answer, sources, options.show)
    print(f"{root.name} ({options.language}): {Figures(answers).describe()}")


def draw(
    oracle: Oracle, comparer: Comparer, count: int, seed: int, only: str
) -> Iterator[tuple[Symbol, set[Place]]]:
    """Yield random symbols with their uses, of those that are used elsewhere."""
    symbols = sorted(symbol for symbol in oracle.find_symbols() if symbol.path.startswith(only))
    random.Random(seed).shuffle(symbols)  # noqa: S311 - a sample, the same each time
    for symbol in symbols:
        if count and comparer.is_used_elsewhere(symbol, truth := comparer.find_truth(symbol)):
            count -= 1
            yield symbol, truth


def _print_answer(answer: Answer, sources: Sources, most: int) -> None:
    symbol = answer.symbol
    found = len(answer.truth) - len(answer.missed)
    print(
        f"{answer.id or f'UNKNOWN {symbol.path}:{symbol.line} {symbol.name}'}: "
        f"{found if answer.id else 0} of {len(answer.truth)}, right {dict(answer.right)}"
        f"{' SILENT' if answer.id and answer.is_silent else ''}"
    )
    for place in answer.missed[:most]:
        role = answer.roles.get(place, "nothing")
        print(f"    missed ({role}) {_quote(sources, place)}")
    _print_rows("wrong", answer.wrong, sources, most)
    _print_rows("not judged", answer.open, sources, most)


def _print_rows(
    title: str, rows: Sequence[tuple[str, Place, str]], sources: Sources, most: int
) -> None:
    shown = [row for row in rows if row[0] != "possible"]
    for role, place, why in shown[:most]:
        print(f"    {title} ({role}: {why}) {_quote(sources, place)}")


def _quote(sources: Sources, place: Place) -> str:
    return f"{place[0]}:{place[1]}  {sources.get_line(place).strip()[:110]}"


if __name__ == "__main__":
    main()
