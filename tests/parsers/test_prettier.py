"""Fingerprints of scripts stay when `prettier` or a comment changes a file, and move with edits.

The formatter and the sources it lays out anew are npm packages, which `make test` installs.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tree_sitter import Node

from ripplegraph.graph.facts import FileFacts
from ripplegraph.parsers.extraction import extract_facts, get_tools
from ripplegraph.parsers.registry import language_of
from tests.support.examples import choose
from tests.support.waiting import LONGEST

PACKAGES = Path(__file__).resolve().parents[2] / ".venv/node/node_modules"
PRETTIER = PACKAGES / "prettier/bin/prettier.cjs"
SOURCES = {
    "zod": "src/v4/**/*.ts",
    "@react-navigation/elements": "src/**/*.tsx",
    "undici": "lib/**/*.js",
    "type-fest": "source/**/*.d.ts",
}
FILES_PER_PACKAGE = choose(16, fewest=4)
LARGEST = 20_000
OPTIONS = {
    "default": (),
    "bare": (
        *("--single-quote", "--jsx-single-quote", "--no-semi"),
        *("--trailing-comma=none", "--arrow-parens=avoid"),
    ),
    "narrow": ("--print-width=50",),
    "wide": ("--print-width=140", "--bracket-same-line", "--quote-props=consistent"),
}
Prints = dict[str, tuple[str, str]]


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """Return a folder with a copy of real sources: of each package the largest below a limit."""
    if shutil.which("node") is None or not PRETTIER.is_file():
        pytest.skip("prettier is not installed; with node and npm on the PATH `make test` does it")
    for package, pattern in SOURCES.items():
        sizes = {path: path.stat().st_size for path in (PACKAGES / package).glob(pattern)}
        found = sorted(path for path, size in sizes.items() if size < LARGEST)
        for path in sorted(found, key=sizes.__getitem__)[-FILES_PER_PACKAGE:]:
            copy = tmp_path / "sources" / path.relative_to(PACKAGES)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
    return tmp_path / "sources"


def read_all(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def run_prettier(folder: Path, *options: str) -> None:
    fixed = ("--write", "--no-config", "--no-editorconfig", "--log-level=warn")
    command = ["node", str(PRETTIER), *fixed, *options, "."]
    subprocess.run(command, cwd=folder, check=True, timeout=LONGEST)


def facts_of(name: str, data: bytes) -> FileFacts:
    language = language_of(name)
    assert language is not None
    facts = extract_facts(language, data)
    assert facts.diagnostics == (), name
    return facts


def prints_of(name: str, data: bytes) -> Prints:
    """Return the two prints of a file, under "", and of its definitions; overloads are counted."""
    facts = facts_of(name, data)
    found: Prints = {"": (facts.surface_print, facts.body_print)}
    seen: dict[str, int] = {}
    for definition in facts.definitions:
        if definition.qualified:
            number = seen[definition.qualified] = seen.get(definition.qualified, 0) + 1
            key = f"{definition.qualified}#{number}" if number > 1 else definition.qualified
            found[key] = (definition.signature_print, definition.body_print)
    return found


def differences(old: Prints, new: Prints) -> set[str]:
    """Return what differs: `f signature`, `f body`; the file itself has no name."""
    assert old.keys() == new.keys()
    return {
        f"{name or 'file'} {('signature' if name else 'surface', 'body')[i]}"
        for name in old
        for i in (0, 1)
        if old[name][i] != new[name][i]
    }


def nodes_below(node: Node) -> Iterator[Node]:
    for child in node.named_children:
        yield child
        yield from nodes_below(child)


def parse(name: str, data: bytes) -> Node:
    language = language_of(name)
    assert language is not None
    return get_tools(language)[0].parse(data).root_node


@pytest.mark.walk
@pytest.mark.required
@pytest.mark.parametrize(
    "options",
    ["bare", *(pytest.param(name, marks=pytest.mark.slow) for name in OPTIONS if name != "bare")],
)
def test_prettier_changes_no_fingerprint(sources: Path, options: str) -> None:
    before = read_all(sources)
    run_prettier(sources, *OPTIONS[options])
    after = read_all(sources)
    compared = rewritten = 0
    changed = {}
    for name, data in before.items():
        old, new = prints_of(name, data), prints_of(name, after[name])
        compared += len(old)
        rewritten += data != after[name]
        if difference := differences(old, new):
            changed[name] = difference
    assert changed == {}
    assert len(before) == FILES_PER_PACKAGE * len(SOURCES)
    assert rewritten > len(before) / 2
    assert compared > choose(1_000)


HOLDS_STATEMENTS = frozenset({"program", "statement_block", "class_body", "interface_body"})


def with_comments(name: str, data: bytes) -> bytes:
    """Return source with comments before every statement and member."""
    remark = b"/* a remark (with 'quotes', and more) */ // and; another `one`\n"
    places = {
        node.start_byte
        for node in nodes_below(parse(name, data))
        if node.parent is not None
        and node.parent.type in HOLDS_STATEMENTS
        and node.type not in ("comment", "hash_bang_line")
    }
    for place in sorted(places, reverse=True):
        data = data[:place] + remark + data[place:]
    return data


@pytest.mark.walk
@pytest.mark.required
def test_comments_change_no_fingerprint(sources: Path) -> None:
    changed = {}
    remarks = 0
    for name, data in read_all(sources).items():
        commented = with_comments(name, data)
        remarks += commented.count(b"a remark")
        if difference := differences(prints_of(name, data), prints_of(name, commented)):
            changed[name] = difference
    assert changed == {}
    assert remarks > choose(2_000)


@pytest.mark.walk
@pytest.mark.required
def test_an_edit_of_a_real_body_changes_bodies_only(sources: Path) -> None:
    edited = 0
    for name, data in read_all(sources).items():
        bodies = [
            body
            for node in nodes_below(parse(name, data))
            if node.type in ("function_declaration", "method_definition")
            and (body := node.child_by_field_name("body")) is not None
        ]
        old = prints_of(name, data)
        for body in bodies[:: max(1, len(bodies) // 3)]:
            at = body.end_byte - 1
            found = differences(old, prints_of(name, data[:at] + b"\n;edited()\n" + data[at:]))
            assert found, name
            assert {difference.rpartition(" ")[2] for difference in found} == {"body"}, name
            edited += 1
    assert edited > choose(50)


BASE = """\
import { rate } from "./rates";

const LIMIT = 10;

export function price(order: Order, tax = 0.2): string | null {
  let total = (order.amount + tax) * 2;
  if (!(total > 1 || tax)) {
    total = round(total, 2);
    log(total);
  }
  const { items } = order;
  const costs = items.map((item) => item.cost);
  return total ? `total: ${total}` : "none's";
}

export class Cart extends Base<Item> {
  size = 3;

  @logged() add(item: Item, ...more: Item[]): this {
    this.items?.push(item, ...more);
    return this;
  }

  clear() {
    this.items = [];
  }
}

export type Pick<T> = T extends (infer U)[] ? (U | null)[] : { a: T; b?: string };

export const View = ({ name }: Props) => (
  <p title="a">
    Hello, <b>{name}</b> again
  </p>
);

setup();
"""
FILE = "base.tsx"


@pytest.mark.required
@pytest.mark.parametrize(
    "options",
    ["bare", *(pytest.param(name, marks=pytest.mark.slow) for name in OPTIONS if name != "bare")],
)
def test_prettier_changes_nothing_of_the_base(sources: Path, options: str) -> None:
    folder = sources.parent / "base"
    folder.mkdir()
    (folder / FILE).write_text(BASE, encoding="utf-8")
    run_prettier(folder, *OPTIONS[options])
    after = (folder / FILE).read_bytes()
    assert differences(prints_of(FILE, BASE.encode()), prints_of(FILE, after)) == set()


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("(order.amount + tax) * 2", "order.amount + tax * 2", {"price body"},
                     id="needed parentheses removed"),
        pytest.param("!(total > 1 || tax)", "(!total > 1 || tax)", {"price body"}, id="negation"),
        pytest.param("total > 1", "total >= 1", {"price body"}, id="comparison"),
        pytest.param("|| tax", "?? tax", {"price body"}, id="operator"),
        pytest.param("round(total, 2)", "round(total, 2.5)", {"price body"}, id="number"),
        pytest.param("    log(total);\n  }", "  }\n  log(total);", {"price body"},
                     id="out of a block"),
        pytest.param("none's", "none s", {"price body"}, id="text"),
        pytest.param("`total: $", "`total:  $", {"price body"}, id="space in a template"),
        pytest.param("item.cost)", "({ cost: item.cost }))", {"price body"}, id="result of arrow"),
        pytest.param("const { items }", "const [items]", {"price body"}, id="object to array"),
        pytest.param("tax = 0.2", "tax = 0.3", {"price signature", "file surface"}, id="default"),
        pytest.param("string | null {", "string {", {"price signature", "file surface"},
                     id="return type"),
        pytest.param("function price", "async function price", {"price signature", "file surface"},
                     id="function to coroutine"),
        pytest.param("?.push", ".push", {"Cart.add body"}, id="optional link"),
        pytest.param("(item, ...more)", "(item, more)", {"Cart.add body"}, id="spread"),
        pytest.param("...more: Item[]", "more: Item[]", {"Cart.add signature", "file surface"},
                     id="rest parameter"),
        pytest.param("@logged() ", "", {"Cart.add signature", "file surface"}, id="decorator"),
        pytest.param("= [];", "= {};", {"Cart.clear body"}, id="array to object"),
        pytest.param("Base<Item>", "Base<Order>", {"Cart signature", "file surface"}, id="base"),
        pytest.param("(U | null)[]", "U | null[]", {"Pick signature", "file surface"},
                     id="needed parentheses of a type removed"),
        pytest.param("b?: string", "b: string", {"Pick signature", "file surface"},
                     id="optional member"),
        pytest.param("again", "once more", {"View body"}, id="text of an element"),
        pytest.param("</b> again", "</b>again", {"View body"}, id="space in an element"),
        pytest.param('title="a"', 'title="b"', {"View body"}, id="attribute"),
        pytest.param("LIMIT = 10", "LIMIT = 11", {"LIMIT body"}, id="constant"),
        pytest.param("setup();", "setup(1);", {"file body"}, id="module code"),
        pytest.param("{ rate }", "{ rate, tax }", {"file body"}, id="import"),
    ],
)  # fmt: skip
def test_a_real_edit_changes_what_it_should(old: str, new: str, expected: set[str]) -> None:
    assert BASE.count(old) == 1
    edited = BASE.replace(old, new).encode()
    assert differences(prints_of(FILE, BASE.encode()), prints_of(FILE, edited)) == expected


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = ((a + b)) * c", "x = (a + b) * c"),
        ("x = !((a || b))", "x = !(a || b)"),
        ("if ((a)) b()", "if (a) b()"),
        ("x = !(a /* why */ || b)", "x = !(a || b)"),
        ("x = (/* why */ a - b) - c", "x = a - b - c"),
        ("x = a || (b || c)", "x = a || b || c"),
        ("x = 1.50e+10 + .5 + 5. + 0XAB", "x = 1.5e10 + 0.5 + 5.0 + 0xab"),
        ("x = 1..toFixed()", "x = (1).toFixed()"),
        ("@(a.b()) class A {}", "@a.b()\nclass A {}"),
        ("x = css`a{b:c .5s;d:e}`", "x = css`\n  a {\n    b: c 0.5s;\n    d: e;\n  }\n`;"),
        (
            "x = /* GraphQL */ `query { a b }`",
            "x = /* GraphQL */ `\n  query {\n    a\n    b\n  }\n`",
        ),
        ('x = <a b="&quot;" c=\'&apos;"\' />', "x = <a b='\"' c=\"'&quot;\" />"),
        ("type A = T extends (infer U) ? U : V", "type A = T extends infer U ? U : V"),
        ("type A = T extends (() => U) ? U : V", "type A = T extends () => U ? U : V"),
        ("type A = B | ((new () => C))", "type A = B | (new () => C)"),
        ("type A = [...(infer U)]", "type A = [...infer U]"),
        ("type A = [...(B | C)]", "type A = [...B | C]"),
        ("type A = | (() => void)", "type A = () => void"),
        ("type A = typeof a[]", "type A = (typeof a)[]"),
    ],
)
def test_the_same_code_written_otherwise_has_the_same_fingerprints(before: str, after: str) -> None:
    old, new = prints_of(FILE, f"{before}\n".encode()), prints_of(FILE, f"{after}\n".encode())
    assert differences(old, new) == set()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = ((a + b)) * c", "x = a + b * c"),
        ("x = !((a || b))", "x = !a || b"),
        ("x = a - (/* why */ b - c)", "x = a - b - c"),
        ("x = ((a?.b)).c", "x = a?.b.c"),
        ("x = (a?.b!).c", "x = a?.b!.c"),
        ("x = 1e+5", "x = 1e-5"),
        ("x = 0xe+5", "x = 0xe5"),
        ("x = css`flex: 1 1`", "x = css`flex: 11`"),
        ("x = css`a .b {}`", "x = css`a.b {}`"),
        ("x = css`${a} ${b}`", "x = css`${a}${b}`"),
        ('x = <a b="&quot;" />', 'x = <a b="&apos;" />'),
        ("type A = ((B | C))[]", "type A = B | C[]"),
        ("type A = (() => B) extends C ? D : E", "type A = () => B extends C ? D : E"),
        ("type A = keyof (B | C)", "type A = keyof B | C"),
        ("type A = [(infer U extends B) | C]", "type A = [infer U extends B | C]"),
        ("type A = (| (B | C))[]", "type A = B | C[]"),
    ],
)
def test_different_code_has_different_fingerprints(before: str, after: str) -> None:
    old, new = prints_of(FILE, f"{before}\n".encode()), prints_of(FILE, f"{after}\n".encode())
    assert differences(old, new) != set()
