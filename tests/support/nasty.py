"""Files that are hard on a scan, in any language: nested, cut off, repeated, binary, empty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from ripplegraph.parsers.language import Language
from ripplegraph.parsers.registry import find_languages

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "languages"
_FOLDERS = {"cpp": "cpp", "tsx": "typescript", "javascript": "typescript", "vue": "typescript"}
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"))
_UNTERMINATED = (
    *('"abc', "'abc", '"""abc', "'''abc", "`abc", "/* abc", "{- abc", "<!-- abc", "--[[ abc"),
    *("=begin\nabc", "<<EOF\nabc", "<<~EOF\n#{", 'R"x(abc', 'r#"abc', '$"{', 'f"{', "${", "#{"),
    *("%w[", "@interface ", "#if 1\n", "#define f(x", "<?php", "<script>", "defmodule A do\n"),
)
_NESTED = ('f"{', '"#{', "`${", '"${', "$(", '$"{', "%{", "#{", "<div>", "[[", "{{", "((", "<%")
_REPEATED = (
    *("-", "!", "~", "*", "&", "@", ":", ";", ",", ".", "=", "\\", "#", "$", "?", "|", "%", "^"),
    *("a.", "a::", "a->", "a,", "a+", "a=", "a?b:", "a=>", "not ", "a||", "a|>", "a&&", "a:", "a<"),
    *(
        "if a ",
        "else ",
        "class A ",
        "def f ",
        "fn f ",
        "func f ",
        "do ",
        "end ",
        "case ",
        "import ",
    ),
    *("return ", "new ", "async ", "await ", "lambda: ", "@a ", "x = y = ", "a(b)", "a[b]", "a{b}"),
)


def find_parsed_languages() -> list[str]:
    """Return the languages that ripple reads."""
    return sorted(name for name, language in find_languages().items() if language.extract)


def name_file(language: str, name: str) -> str:
    """Return a name for a file in a language."""
    known: Language = find_languages()[language]
    return f"{name}{known.extensions[0]}" if known.extensions else f"{name}/{known.filenames[0]}"


def find_sample(language: str) -> bytes:
    """Return code of a language that is as it should be."""
    known = find_languages()[language]
    folder = FIXTURES / _FOLDERS.get(language, language)
    found = sorted(p for e in known.extensions for p in folder.rglob(f"*{e}") if p.is_file())
    return b"\n".join(path.read_bytes() for path in found[:4])[:6_000] or b"a b c\n"


def build_nasty_files(language: str, *, depth: int = 200, seed: int = 0) -> Mapping[str, bytes]:
    """Return bad contents for files of a language by what is bad about them."""
    random, sample = Random(f"{language} {seed}"), find_sample(language)  # noqa: S311
    found = dict(_build_texts(depth))
    found |= dict(_build_bytes(sample, random))
    for at in range(6):
        cut = random.randrange(len(sample))
        found[f"cut off {at}"] = sample[:cut]
        found[f"without its head {at}"] = sample[cut:]
        found[f"mutated {at}"] = mutate(sample, random)
    return found


def _build_texts(depth: int) -> Iterator[tuple[str, bytes]]:
    for opened, closed in _BRACKETS:
        yield f"nested {opened}", f"x = {opened * depth}1{closed * depth}\n".encode()
        yield f"opened {opened}", (opened * depth).encode()
        yield f"closed {closed}", (closed * depth).encode()
    for at, text in enumerate(_UNTERMINATED):
        yield f"unterminated {at}", f"x = 1\n{text}".encode()
        yield f"unterminated and long {at}", f"{text} {'y ' * depth}".encode()
    for at, text in enumerate(_NESTED):
        yield f"nested text {at}", (text * depth).encode()
    for at, text in enumerate(_REPEATED):
        yield f"repeated {at}", (text * depth).encode()
        yield f"repeated to a value {at}", f"x = {text * depth}b\n".encode()
    yield "indented", "".join(f"{' ' * n}if a:\n" for n in range(depth)).encode()
    yield "blocks", b"begin do then { if x then do\n" * depth


def _build_bytes(sample: bytes, random: Random) -> Iterator[tuple[str, bytes]]:
    yield "empty", b""
    yield "a line break", b"\n"
    yield "blank", b" \t\r\n\v\f" * 20
    yield "comments", b"# a\n// b\n-- c\n/* d */\n; e\n% f\n" * 3
    yield "a long line", b"x" * 4_000
    yield "a long number", b"x = 1" + b"0" * 4_000 + b"\n"
    yield "NUL", sample + b"\0" * 10 + sample
    yield "late NUL", sample + b"\n" * 9_000 + b"\0x = 1\n"
    yield "no UTF-8", sample.replace(b"a", b"\xff\xfe\x80")
    yield "UTF-8 mark", b"\xef\xbb\xbf" + sample
    yield "UTF-16", sample.decode("utf-8", "replace").encode("utf-16")
    yield "surrogates", b"x = '\xed\xa0\x80'\n" + sample
    yield "CRLF", sample.replace(b"\n", b"\r\n")
    yield "CR", sample.replace(b"\n", b"\r")
    yield "wide names", sample.replace(b"a", "\u00e4\u4e2d\U0001f600".encode())
    for at in range(3):
        yield f"random {at}", random.randbytes(600)
        words = sample.split(b" ")
        random.shuffle(words)
        yield f"shuffled {at}", b" ".join(words)


def mutate(sample: bytes, random: Random) -> bytes:
    """Return a file with some bytes deleted, doubled, swapped or replaced."""
    data = bytearray(sample)
    for _ in range(random.randint(1, 20)):
        if not data:
            break
        at = random.randrange(len(data))
        span = random.randint(1, 40)
        match random.randrange(5):
            case 0:
                del data[at : at + span]
            case 1:
                data[at:at] = data[at : at + span] * random.randint(1, 4)
            case 2:
                data[at:at] = random.choice((b"(", b"{", b'"', b"\n", b"\0", b"\xff", b"'", b"`"))
            case 3:
                data[at : at + span] = random.randbytes(span)
            case _:
                to = random.randrange(len(data))
                data[at : at + span], data[to : to + span] = (
                    data[to : to + span],
                    data[at : at + span],
                )
    return bytes(data)


def _build_manifests() -> Iterator[tuple[str, list[bytes]]]:
    """Yield paths of manifests with contents that are hard on whoever reads them."""
    junk = [b"", b"\0" * 50, b"\xff\xfe\x80", b"\xef\xbb\xbf", b"[" * 5_000, b"{" * 5_000, b"1"]
    for name, head, kinds in (
        ("pyproject.toml", "", (*_toml("tool.setuptools.packages.find.where"),)),
        ("pyproject.toml", "", (*_toml("tool.setuptools"), *_toml("project.scripts"))),
        ("r/Cargo.toml", '[package]\nname = "r"\n', (*_toml("workspace"), *_toml("lib.path"))),
        ("r/Cargo.toml", "", (*_toml("workspace.exclude"), *_toml("dependencies.a.path"))),
        ("package.json", "", (*_json("exports"), *_json("workspaces"), *_json("scripts"))),
        ("tsconfig.json", "", (*_json("extends"), *_json("compilerOptions"), *_json("references"))),
        ("deno.json", "", (*_json("imports"),)),
        ("compile_commands.json", "", ('[{"file": "/a", "command": "\\"a"}]', "[[], 1, null, {}]")),
        ("g/go.mod", "module g\n", ("replace (\n", "require\n", "replace a =>\n", "use (" * 99)),
        ("pubspec.yaml", "name: a\n", ("a: &a [*a, *a]\n", "name: [" * 200)),
        ("pnpm-workspace.yaml", "packages:\n", ("  - '*'\n" * 99, "  - ../..\n", "- [")),
    ):
        texts = [f"{head}{kind}".encode() for kind in kinds]
        yield name, [*texts, *junk]


def _toml(key: str) -> Iterator[str]:
    for value in ("1", "true", '"a"', '[1, {}, "/", "..", "\\u0000"]', "{}", f"{'9' * 5_000}"):
        yield f"{key} = {value}\n"
    yield f"{key}{'.a' * 2_000} = 1\n"


def _json(key: str) -> Iterator[str]:
    deep = '{"a":' * 50 + "1" + "}" * 50
    own = '["./tsconfig.json", "./tsconfig.json", "./tsconfig.json", "./tsconfig.json"]'
    for value in ("1", "null", '"./tsconfig"', own, '[1, {}, "/", "..", "\\u0000"]', deep):
        yield f'{{"{key}": {value}}}'
    yield f'{{"{key}": [{"9" * 5_000}]}}'
    yield "/*" * 20_000


NASTY_MANIFESTS: Mapping[str, list[bytes]] = {
    name: [data for other, contents in _build_manifests() if other == name for data in contents]
    for name, _ in _build_manifests()
}
"""Contents of manifests, by their paths."""


def build_huge_files(*, count: int) -> Mapping[str, str]:
    """Return files that are large, wide or long, though every line of them is plain."""
    java = "".join(f"  void f(T{n} a) {{}}\n" for n in range(count // 20))
    chain = "".join(
        f"class A{n}(A{n - 1}):\n def m{n}(self): self.m{n - 1}()\n" for n in range(1, 900)
    )
    return {
        "functions.py": "".join(f"def f{n}(): f{n - 1}()\n" for n in range(count)),
        "functions.c": "".join(f"void f{n}(void) {{ f{n - 1}(); }}\n" for n in range(count)),
        "overloads/A.java": f"class A {{\n{java}  void g() {{ f(null); }}\n}}\n",
        "overloads.cpp": "".join(f"int f(T{n} a);\n" for n in range(count // 20))
        + "int x = f(1);\n",
        "chain.py": f"class A0:\n def m(self): pass\n{chain}",
        "aliases.py": "a0 = 1\n" + "".join(f"a{n} = a{n - 1}\n" for n in range(1, count // 20)),
        "name.py": f"{'x' * 1_000_000} = 1\n",
        "nested.py": "".join(f"{' ' * n}def f{n}():\n" for n in range(400)) + f"{' ' * 400}pass\n",
        "number.py": f"x = {'9' * 900_000}\n",
        "calls.js": f"x = {'f(' * 5_000}{')' * 5_000}\n",
        "strings.rb": f"x = {'1 + ' * 20_000}1\n",
    }
