"""Fuzzes the extractor of a language with atheris, which has to be installed for it.

    python -m pip install atheris
    python -m scripts.fuzz_parsers python -max_total_time=600

Inputs begin with the fixtures of the language; what makes an extractor raise, hang or crash is
left in the current folder.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.nasty import build_nasty_files, find_parsed_languages


def main() -> int:
    if len(sys.argv) < 2 or sys.argv[1] not in find_parsed_languages():
        print(f"name a language: {', '.join(find_parsed_languages())}", file=sys.stderr)
        return 2
    try:
        import atheris  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        print("atheris is missing: python -m pip install atheris", file=sys.stderr)
        return 2
    with atheris.instrument_imports(include=["ripplegraph.parsers"]):
        from ripplegraph.parsers.extraction import extract_facts

    language = sys.argv.pop(1)

    def read(data: bytes) -> None:
        try:
            extract_facts(language, data)
        except ValueError:
            # A notebook that is none may be refused; nothing else may.
            if language != "notebook":
                raise

    with TemporaryDirectory(prefix="ripple-fuzz-") as folder:
        for number, data in enumerate(build_nasty_files(language, depth=40).values()):
            Path(folder, str(number)).write_bytes(data)
        atheris.Setup([*sys.argv, folder, "-timeout=30"], read)
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
