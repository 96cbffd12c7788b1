"""Small files that a pattern could be busy with forever; each is read in a process of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ripplegraph.parsers.manifest_text import load_toml

_READ = """
import sys
from ripplegraph.parsers.extraction import extract_facts
extract_facts(sys.argv[1], sys.stdin.buffer.read())
"""
_READ_JSON = """
import sys
from ripplegraph.parsers.languages.typescript.manifests import parse_jsonc
assert parse_jsonc(sys.stdin.buffer.read()) == {}
"""
_LONGEST = 120
"""Seconds; what does not end by itself would not end in years."""


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("kotlin", "class A\n" + "/**/" * 400 + "x\nclass B { constructor() {} }\n"),
        ("c", "int f(int a) {\n#if A\n" + "// " * 400 + "\n x();\n#else\n y();\n#endif\n}\n"),
        ("rust", "fn f() {\n  foo!(let x = 1; |" + "a:" * 400 + "a);\n}\n"),
        ("rust", 'fn f() {}\n"' + '\\"' * 300_000),
    ],
    ids=["kotlin", "c", "rust", "quotes"],
)
def test_reading_ends(language: str, text: str) -> None:
    subprocess.run(
        [sys.executable, "-c", _READ, language], input=text.encode(), check=True, timeout=_LONGEST
    )


@pytest.mark.parametrize("text", ['"\\' * 400_000, '"a\\' * 400_000, "/*" * 400_000])
def test_reading_settings_ends(text: str) -> None:
    subprocess.run(
        [sys.executable, "-c", _READ_JSON], input=text.encode(), check=True, timeout=_LONGEST
    )


@pytest.mark.parametrize(
    "form",
    [
        "{}=1\n",
        "[{}]\n",
        "[[{}]]\n",
        '["=".{}]\n',
        "x = {{ {} = 1 }}\n",
        "x = [{{ y = '\"', {} = 1 }}]\n",
        'x = """\\""""""\n{} = 1\n',
    ],
)
def test_a_key_with_very_many_parts_is_no_setting(form: str) -> None:
    assert load_toml(form.format(".".join(["a"] * 90)))
    assert load_toml(form.format(".".join(["a"] * 300))) == {}
    assert load_toml(form.format(" . ".join(["'.'", '"."'] * 150))) == {}


@pytest.mark.parametrize(
    "value", ['"{}"', "'{}'", '"""{}"""', "[" + "1.5," * 300 + "1] # {}", '["\\"{}"]']
)
def test_text_with_many_dots_is_a_setting(value: str) -> None:
    assert load_toml(f"x = {value}\n".replace("{}", "a." * 300))["x"]
