"""What `rustdoc` says of every name in a crate: its pages of sources link to definitions."""

from __future__ import annotations

import html
import os
import posixpath
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bench.answers.oracles.truth import ListedTruth, Symbol, Use

_DEFINED = re.compile(
    r"(?:^|[^\w])(?:fn|struct|enum|trait|type|const|static|union|macro_rules!)\s+(?:mut\s+)?(\w+)"
)
_TAG = re.compile(r"<(/?)(\w+)([^>]*)>")
_LINK = re.compile(r'href="?([^"\s>]+)')
_NUMBER = re.compile(r"id=\"?(\d+)\"?\s+data-nosnippet")
_NAME = re.compile(r"\w+(?=\W*$)")
_PAGE_ENDING = ".html"


def list_rust(root: Path, options: Sequence[str]) -> ListedTruth:
    """Return what `rustdoc` makes of `src/lib.rs`; it takes options as `--cfg`."""
    texts = {
        path.relative_to(root).as_posix(): path.read_text("utf-8", "replace").split("\n")
        for path in sorted(root.joinpath("src").rglob("*.rs"))
    }
    symbols = list(_find_definitions(texts))
    with tempfile.TemporaryDirectory() as folder:
        _build_pages(root, Path(folder), options)
        pages = Path(folder, "src", "crate_pages")
        uses: list[Use] = []
        for page in sorted(pages.rglob(f"*{_PAGE_ENDING}")):
            path = "src/" + page.relative_to(pages).as_posix().removesuffix(_PAGE_ENDING)
            uses.extend(_read_page(path, page.read_text()))
    return ListedTruth(symbols, uses)


def _build_pages(root: Path, folder: Path, options: Sequence[str]) -> None:
    words = ["--edition", "2021", "--crate-name", "crate_pages", "-o", str(folder), "--cap-lints"]
    unstable = ["-Zunstable-options", "--generate-link-to-definition"]
    command = ["rustdoc", "src/lib.rs", *words, "allow", *unstable, "--document-private-items"]
    environment = os.environ | {"RUSTC_BOOTSTRAP": "1"}
    done = subprocess.run(
        [*command, *options], cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"rustdoc: {done.stderr[-2000:]}")


def _find_definitions(texts: Mapping[str, Sequence[str]]) -> Iterator[Symbol]:
    for path, lines in texts.items():
        for number, text in enumerate(lines, 1):
            if text.lstrip().startswith("//"):
                continue
            for found in _DEFINED.finditer(text):
                last = _find_end(lines, number)
                is_member = text[:1] in (" ", "\t")
                yield Symbol(path, number, found[1], last, found.start(1), is_member)


def _find_end(lines: Sequence[str], start: int) -> int:
    """Return the line of the bracket that is indented as a definition is."""
    text = lines[start - 1]
    if text.rstrip().endswith((";", "}")):
        return start
    indent = text[: len(text) - len(text.lstrip())]
    for number in range(start, len(lines)):
        if lines[number].startswith((f"{indent}}}", f"{indent})")):
            return number + 1
    return start


def _read_page(path: str, text: str) -> Iterator[Use]:
    """Yield the names of one page that link to something."""
    code = text[text.find("<code>") + len("<code>") : text.rfind("</code>")]
    line, at = 1, 0
    link, written = "", ""
    for tag in _TAG.finditer(code):
        written += html.unescape(code[at : tag.start()])
        at = tag.end()
        if tag[2] != "a":
            continue
        if tag[1]:
            name = _NAME.search(written)
            if link and name:
                yield Use((path, line + written.count("\n")), name[0], _find_target(path, link))
            link = ""
        else:
            number = _NUMBER.search(tag[3])
            found = _LINK.search(tag[3])
            if number:
                line = int(number[1])
            link = found[1] if found and not number else ""
        written = ""


def _find_target(path: str, link: str) -> tuple[str, int] | None:
    """Return the definition that a link leads to; None outside the sources of the crate."""
    page, _, lines = link.partition("#")
    line = re.match(r"\d+", lines)
    if line is None or page.startswith("http"):
        return None
    if not page:
        return path, int(line[0])
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), page))
    return (target.removesuffix(_PAGE_ENDING), int(line[0])) if target.startswith("src/") else None
