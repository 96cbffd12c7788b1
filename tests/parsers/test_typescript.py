"""What is read of TypeScript, JavaScript, Vue and Svelte files."""

from dataclasses import dataclass, field

import pytest

from ripplegraph.graph.expressions import GenericType, ModuleMember, NumberLiteral, Unpacked
from ripplegraph.graph.facts import (
    ANONYMOUS,
    ARROW,
    ASYNC,
    DECLARATION,
    EXPORTED,
    GENERATOR,
    NEW,
    OVERLOAD,
    PROPERTY,
    STATIC,
    TAG,
    TYPE_USE,
    Definition,
    FileFacts,
)
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.languages.typescript.embedded import adapt_typescript, keep_scripts
from ripplegraph.parsers.languages.typescript.resolver import TypeScriptResolver


def read(text: str, language: str = "typescript") -> FileFacts:
    return extract_facts(language, text.encode())


def by_name(facts: FileFacts) -> dict[str, Definition]:
    return {d.qualified: d for d in facts.definitions if d.qualified}


def kinds(text: str, language: str = "typescript") -> dict[str, str]:
    return {name: d.kind for name, d in by_name(read(text, language)).items()}


def test_functions_are_named_by_what_holds_them() -> None:
    text = """
    function a() { const inner = () => 1 }
    const b = function () {}, c = async () => {}
    const api = { get() {}, put: () => {}, deep: { x: function () {} } }
    export default function () {}
    call(() => {})
    """
    found = by_name(read(text))
    assert set(found) == {
        *("a", "a.inner", "b", "c", "api", "api.get", "api.put", "api.deep.x", "default")
    }
    assert found["c"].flags & ASYNC
    assert found["c"].flags & ARROW
    assert found["default"].flags & EXPORTED
    assert sum(bool(d.flags & ANONYMOUS) for d in read(text).definitions) == 1


def test_members_of_classes() -> None:
    text = """
    export abstract class Store<T> extends Base<T> implements Closable {
      static count = 0
      #secret = 1
      handler = () => this.run()
      constructor(private readonly db: Db) { super() }
      get size(): number { return 1 }
      static *each() {}
      abstract run(): void
    }
    """
    facts = read(text)
    found = by_name(facts)
    assert {n: d.kind for n, d in found.items()} == {
        "Store": "class",
        "Store.count": "variable",
        "Store.db": "variable",
        "Store.#secret": "variable",
        "Store.handler": "function",
        "Store.constructor": "function",
        "Store.size": "function",
        "Store.each": "function",
        "Store.run": "function",
    }
    assert found["Store"].bases == (GenericType("Base", ("T",)),)
    assert found["Store"].implements == ("Closable",)
    assert found["Store.size"].flags & PROPERTY
    assert found["Store.each"].flags & STATIC
    assert found["Store.each"].flags & GENERATOR
    assert found["Store.run"].flags & DECLARATION
    (attribute,) = facts.attributes
    assert (attribute.base, attribute.name, attribute.annotation) == ("this", "db", "Db")


def test_types_enums_and_namespaces() -> None:
    text = """
    interface Shape { area(): number; name: string }
    type Round = { radius: number } & Shape
    enum Color { Red = 1, Green }
    namespace Outer.Inner { export const x = 1 }
    declare function ext(): void
    """
    found = kinds(text)
    assert found["Shape"] == found["Round"] == "interface"
    assert found["Shape.area"] == "function"
    assert found["Shape.name"] == found["Round.radius"] == "variable"
    assert (found["Color"], found["Color.Red"]) == ("class", "variable")
    assert found["Outer"] == found["Outer.Inner"] == "module"
    assert by_name(read(text))["ext"].flags & DECLARATION


def test_an_implementation_keeps_the_name_of_its_overloads() -> None:
    text = "function f(a: string): void\nfunction f(a: number): void\nfunction f(a: any) {}\n"
    found = by_name(read(text))
    assert [(name, bool(d.flags & OVERLOAD)) for name, d in found.items()] == [
        ("f#2", True),
        ("f#3", True),
        ("f", False),
    ]


def test_commonjs_and_prototypes() -> None:
    text = """
    function Cat() {}
    Cat.prototype.purr = function () {}
    Cat.create = () => new Cat()
    exports.feed = function () {}
    module.exports.limit = 3
    """
    facts = read(text, "javascript")
    assert set(by_name(facts)) == {"Cat", "Cat.purr", "Cat.create", "feed"}
    assert [(e.name, e.value is not None) for e in facts.exports] == [
        ("feed", True),
        ("limit", True),
    ]
    assert [(a.base, a.name) for a in facts.attributes] == [
        ("Cat.prototype", "purr"),
        ("Cat", "create"),
    ]


def test_every_form_of_import() -> None:
    text = """
    import d, { a as b, type T } from './x'
    import * as ns from 'y'
    import type { Q } from './q'
    import './side'
    import old = require('old')
    const { r } = require('r')
    async function f() { await import('./lazy') }
    """
    facts = read(text)
    assert [(i.spec, i.names, i.kind) for i in sorted(facts.imports, key=lambda i: i.line)] == [
        ("./x", ("default", "a", "T"), ""),
        ("y", ("*",), ""),
        ("./q", ("Q",), "type"),
        ("./side", (), "side-effect"),
        ("old", (), "require"),
        ("r", (), "require"),
        ("./lazy", (), "dynamic"),
    ]
    bound = {b.name: (b.kind, b.spec, b.member) for b in facts.scopes[0].bindings}
    assert bound["d"] == ("f", "./x", "default")
    assert bound["b"] == ("f", "./x", "a")
    assert bound["ns"] == ("f", "y", "*")
    values = {b.name: b.value for b in facts.scopes[0].bindings}
    assert values["old"] == ModuleMember("old", "")
    assert values["r"] == ModuleMember("r", "r")


def test_every_form_of_export() -> None:
    text = """
    export { a, b as c }
    export { d as e } from './m'
    export * from './n'
    export * as o from './o'
    export const p = 1, { q } = r
    export default p
    """
    assert [(e.name, e.local, e.spec, e.member) for e in read(text).exports] == [
        ("a", "a", "", ""),
        ("c", "b", "", ""),
        ("e", "", "./m", "d"),
        ("*", "", "./n", ""),
        ("o", "", "./o", "*"),
        ("p", "p", "", ""),
        ("q", "q", "", ""),
        ("default", "p", "", ""),
    ]


def test_a_call_stands_at_the_last_name_of_its_callee() -> None:
    text = "a.b?.c!.d(1, x)\nnew E<F>();\n(g())(2)\n"
    facts = read(text)
    calls = {(text[c.position : c.position + 1], c.line): c for c in facts.calls}
    assert calls["d", 1].callee == "a.b.c.d"
    assert calls["d", 1].args == (NumberLiteral(1), "x")
    assert calls["E", 2].flags == NEW
    assert calls["g", 3].callee == "g"
    assert facts.calls[-1].callee == facts.calls.index(calls["g", 3])
    assert text[facts.calls[-1].position] == "("


def test_reads_leave_out_what_only_names() -> None:
    text = """
    import { imported } from './x'
    const { key: bound, [computed]: other } = source
    label: for (const item of items) { break label }
    const o = { property: value, short }
    function f(param: Type) { return param.field }
    """
    references = read(text).references
    chains = {(r.chain, r.flags) for r in references if r.base is None}
    assert chains == {
        *((name, 0) for name in ("computed", "source", "items", "value", "short", "param.field")),
        ("Type", TYPE_USE),
    }
    assert [(r.chain, r.base) for r in references if r.base is not None] == [("key", "source")]


def test_jsx_components_are_called_and_plain_elements_are_not() -> None:
    facts = read("const a = <Card.Title on={go}><b>x</b></Card.Title>", "tsx")
    (call,) = facts.calls
    assert (call.callee, call.flags, call.keywords) == ("Card.Title", TAG, (("on", "go"),))
    assert {r.chain for r in facts.references} == {"go", "Card", "on"}


def test_parameters_and_destructuring() -> None:
    text = "function f(a: A, { b, c: [d] }: B = {}, ...rest: C[]) { let x; x = a }"
    facts = read(text)
    (definition,) = facts.definitions
    assert [(p.name, p.kind, p.annotation) for p in definition.params] == [
        ("a", "", "A"),
        ("{1}", "", "B"),
        ("rest", "*", "C"),
    ]
    bound = {b.name: (b.kind, b.value) for b in facts.scopes[definition.body].bindings}
    assert bound["b"] == ("=", "{1}.b")
    assert bound["d"] == ("=", Unpacked("{1}.c", 0, 0))
    assert bound["x"] == ("=", "a")


def test_block_scopes_and_var() -> None:
    text = "function f() { if (a) { let x = 1; var y = 2 } }"
    scopes = read(text).scopes
    names = {s.kind: [b.name for b in s.bindings] for s in scopes}
    assert names == {"module": ["f"], "function": ["y"], "block": ["x"]}


def test_documentation_and_signature() -> None:
    doc = "/**\n * Adds {@link two} numbers.\n * @returns it\n */\n"
    text = f"{doc}export const add = (a: number,\n  b = 1): number => a\n"
    (definition,) = read(text).definitions
    assert definition.doc == "Adds two numbers."
    assert definition.signature == "add(a: number, b = 1): number"


def test_a_syntax_error_keeps_what_parsed() -> None:
    facts = read("function good() {}\nclass { ( \nfunction alsoGood() {}\n")
    assert "good" in by_name(facts)
    assert facts.diagnostics[0].severity == "error"
    assert facts.diagnostics[0].line >= 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(" * 4000,
        "a" + ".b()" * 4000,
        "let x: " + "A | " * 4000 + "B",
        "x = " + "{ a: " * 1500 + "1" + "}" * 1500,
        "() => " * 2000 + "1",
        "\ufeffconst bom = 1\r\n",
    ],
)
def test_nothing_crashes(text: str) -> None:
    for language in ("typescript", "tsx", "javascript"):
        read(text, language)


def test_invalid_utf8() -> None:
    extract_facts("javascript", b"const \xff\xfe = '\x80'; f(\xc3\xa9)")


FORMATS = [
    (
        "const f = x => { return (x.a || 'b') }",
        'const f = (x) => {\n  return x.a || "b";\n};\n',
    ),
    ("function f(a, b) { g({'k': 1, b}) }", "function f(a, b,) {\n  g({ k: 1, b, });\n}"),
    ("function f() { a && b || c }", "function f() { (a && b) || c; }"),
    ("function f() { (function () {}()) }", "function f() { (function () {})(); }"),
    ("function f() { if (a) return\n  b }", "function f() { if (a) return; // why\n b; }"),
    ("type T = { a: string, b: A | B }", "type T = {\n  a: string;\n  b: | A | B;\n};"),
    ("type T = (A | B)", "type T = A | B"),
    ("const f = () => new Foo", "const f = () => new Foo();"),
    ("function f() { a()\n;[1].map(g) }", "function f() { a();\n[1].map(g); }"),
    ("function f() { for (;;) {} }", "function f() {\n  for (;;) {\n  }\n}"),
    ("function f() { return 1.50 + 0XAB + .5 }", "function f() { return 1.5 + 0xab + 0.5; }"),
    ("function f() { return 'it\\'s' }", 'function f() { return "it\'s"; }'),
]
EDITS = [
    ("function f() { return a + b }", "function f() { return a - b }"),
    ("function f() { return (a + b) * c }", "function f() { return a + b * c }"),
    ("function f() { return a - (b - c) }", "function f() { return a - b - c }"),
    ("function f() { return 'x' }", "function f() { return 'y' }"),
    ("function f() { return `a b` }", "function f() { return `a  b` }"),
    ("function f() { if (a) { b() } c() }", "function f() { if (a) { b(); c() } }"),
    ("const f = () => ({ a })", "const f = () => { a }"),
    ("function f() { return\n a }", "function f() { return a }"),
    ("function f() { (a?.b).c }", "function f() { a?.b.c }"),
    ("function f() { new (g())() }", "function f() { new g()() }"),
    ("function f() { while (a); b() }", "function f() { while (a) b() }"),
    ("function f() { for (; a;) {} }", "function f() { for (; ; a) {} }"),
    ("function f() { return [a, , b] }", "function f() { return [a, b] }"),
    ("function f() { return /a/g }", "function f() { return /a/i }"),
    ("function f(a: string) {}", "function f(a: number) {}"),
    ("type T = (A | B)[]", "type T = A | B[]"),
    ("class f { a = 1 }", "class f { a = 2 }"),
]


def prints(text: str) -> list[tuple[str, str, str]]:
    return [
        (d.qualified, d.signature_print, d.body_print)
        for d in read(text).definitions
        if d.qualified
    ]


@pytest.mark.parametrize(("before", "after"), FORMATS)
def test_formatting_changes_no_fingerprint(before: str, after: str) -> None:
    assert prints(before) == prints(after)
    one, two = read(before), read(after)
    assert (one.surface_print, one.body_print) == (two.surface_print, two.body_print)


@pytest.mark.parametrize(("before", "after"), EDITS)
def test_edits_change_fingerprints(before: str, after: str) -> None:
    assert prints(before) != prints(after)


def test_jsx_layout_changes_no_fingerprint() -> None:
    one = 'const f = () => <p a={"b"}>one {" "}\n  two <b>x</b></p>'
    two = 'const f = () => (\n  <p a="b">\n    one two <b>x</b>\n  </p>\n);'
    other = "const f = () => <p a='b'>one two<b>x</b></p>"
    first, second, third = (
        extract_facts("tsx", t.encode()).definitions[0] for t in (one, two, other)
    )
    assert first.body_print == second.body_print
    assert first.body_print != third.body_print


def test_a_class_is_not_changed_by_the_body_of_its_method() -> None:
    one = by_name(read("class A { m() { return 1 } }"))
    two = by_name(read("class A { m() { return 2 } }"))
    assert one["A"].body_print == two["A"].body_print
    assert one["A.m"].body_print != two["A.m"].body_print
    assert one["A.m"].signature_print == two["A.m"].signature_print


def test_scripts_of_components_keep_their_place() -> None:
    data = b"<template>\r\n <p/>\n</template>\n<script setup lang='ts'>\nconst a = 1\n</script>\n"
    kept = keep_scripts(data)
    assert len(kept) == len(data)
    assert kept.count(b"\n") == data.count(b"\n")
    facts = extract_facts("vue", data)
    assert [(d.name, d.line) for d in facts.definitions if d.qualified] == [("a", 5)]
    assert [e.name for e in facts.exports] == ["default"]


def test_call_signatures_without_semicolons_are_separated() -> None:
    data = b"interface F {\n  <T>(a: T): T\n  // more\n  <U>(a: U): U\n}\nf(\n  <any>x\n)\n"
    assert adapt_typescript(data) == data.replace(b"  <U>", b" ;<U>")
    assert not extract_facts("typescript", data).diagnostics


@dataclass
class Files:
    contents: dict[str, str]
    paths: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.paths = frozenset(self.contents)

    def read(self, path: str) -> bytes | None:
        return self.contents[path].encode() if path in self.contents else None


def resolve(spec: str, importer: str, **contents: str) -> tuple[str, ...] | str | None:
    files = {path.replace("__", "/").replace("_DOT_", "."): text for path, text in contents.items()}
    found = TypeScriptResolver(Files(files)).resolve(spec, importer)
    return found.paths or found.external


def test_every_path_that_was_looked_for_is_told() -> None:
    found = TypeScriptResolver(Files({"a/x.js": ""})).resolve("./x", "a/main.ts")
    assert found.paths == ("a/x.js",)
    assert found.probed[0] == "a/x.ts"
    assert found.probed[-1] == "a/x.js"
    missing = TypeScriptResolver(Files({})).resolve("./x", "a/main.ts")
    assert (missing.paths, missing.external) == ((), None)
    assert "a/x/index.ts" in missing.probed


@pytest.mark.parametrize(
    ("spec", "external"),
    [
        ("react", "react"),
        ("react/jsx-runtime", "react"),
        ("@scope/pkg/deep", "@scope/pkg"),
        ("fs", "node:fs"),
        ("node:fs", "node:fs"),
        ("npm:zod@3", "zod"),
        ("jsr:@std/path@1/posix", "@std/path"),
    ],
)
def test_what_lies_outside(spec: str, external: str) -> None:
    assert resolve(spec, "main.ts") == external


def test_several_targets_of_a_path_mapping() -> None:
    config = '{ "compilerOptions": { "paths": { "@/*": ["./first/*", "./second/*"] } } }'
    files = Files({"tsconfig.json": config, "second/a.ts": ""})
    assert TypeScriptResolver(files).resolve("@/a", "main.ts").paths == ("second/a.ts",)


def test_root_dirs_are_one_folder() -> None:
    config = '{ "compilerOptions": { "rootDirs": ["src", "generated"] } }'
    files = Files({"tsconfig.json": config, "generated/view.ts": ""})
    assert TypeScriptResolver(files).resolve("./view", "src/main.ts").paths == (
        "generated/view.ts",
    )


def test_facts_do_not_depend_on_line_endings() -> None:
    text = "import { a } from './a'\n\nexport function f() {\n  return a()\n}\n"
    one, two = read(text), read(text.replace("\n", "\r\n"))
    assert [d.body_print for d in one.definitions] == [d.body_print for d in two.definitions]
    assert [c.line for c in one.calls] == [c.line for c in two.calls]
