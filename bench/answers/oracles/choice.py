"""The oracle of each language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bench.answers.oracles.language_server import KINDS, LanguageServer
from bench.answers.oracles.listings import list_go, list_java, list_ruby
from bench.answers.oracles.rust_pages import list_rust
from bench.answers.oracles.truth import Oracle


def open_oracle(language: str, command: Sequence[str], root: Path, paths: Sequence[str]) -> Oracle:
    """Return the oracle of a language for a project."""
    if language in KINDS:
        return LanguageServer(language, command, root, paths)
    if language == "go":
        return list_go(root)
    if language == "java":
        return list_java(root, command, paths)
    if language == "ruby":
        return list_ruby(root, command, paths)
    if language == "rust":
        return list_rust(root, command)
    raise SystemExit(f"no oracle for {language}")
