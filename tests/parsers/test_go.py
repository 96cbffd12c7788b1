"""What extraction reads of Go files, and where import paths lead."""

from dataclasses import dataclass

import pytest

from ripplegraph.graph.facts import (
    ABSTRACT,
    ANONYMOUS,
    CONSTANT,
    DECLARATION,
    EXPORTED,
    TEST,
    Definition,
    FileFacts,
)
from ripplegraph.graph.tests import is_test_path
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.languages.go.resolver import GoResolver
from ripplegraph.parsers.registry import language_of


def read(text: str) -> FileFacts:
    return extract_facts("go", text.encode())


def find(facts: FileFacts, name: str) -> Definition:
    return next(d for d in facts.definitions if d.qualified == name)


def test_go_files_are_recognised() -> None:
    assert language_of("cmd/main.go") == "go"
    assert is_test_path("mux_test.go")
    assert not is_test_path("contest.go")


def test_definitions_have_their_names_kinds_and_flags() -> None:
    facts = read(
        "package shop\n\nconst Limit, most = 3, 4\nvar total int\n"
        "type Cart struct {\n\tItems []string\n\tbase\n}\n"
        "type store interface {\n\tGet(key string) string\n}\n"
        "func (c *Cart) Add(a, b int) error { return nil }\nfunc run() {}\n"
    )
    found = {d.qualified: (d.kind, d.flags) for d in facts.definitions}
    assert found == {
        "Limit": ("variable", EXPORTED | CONSTANT),
        "most": ("variable", CONSTANT),
        "total": ("variable", 0),
        "Cart": ("class", EXPORTED),
        "Cart.Items": ("variable", EXPORTED),
        "Cart.base": ("variable", 0),
        "store": ("interface", 0),
        "store.Get": ("function", EXPORTED | ABSTRACT | DECLARATION),
        "Cart.Add": ("function", EXPORTED),
        "run": ("function", 0),
    }
    assert [p.name for p in find(facts, "Cart.Add").params] == ["a", "b"]
    assert find(facts, "Limit").literal == "3"
    assert facts.package == "shop"


def test_definitions_say_where_they_are_and_what_they_do() -> None:
    facts = read(
        "// Package shop sells.\npackage shop\n\n// Cart holds items.\n//\n// Many.\n"
        "type Cart struct{}\n\n//go:noinline\n// Add adds.\nfunc (c *Cart) Add(\n\tn int,\n"
        ") int {\n\treturn n\n}\n"
    )
    cart, add = find(facts, "Cart"), find(facts, "Cart.Add")
    assert (facts.doc, cart.doc, add.doc) == (
        "Package shop sells.",
        "Cart holds items.",
        "Add adds.",
    )
    assert add.signature == "func (c *Cart) Add( n int, ) int"
    assert (cart.line, add.line, add.end_line) == (7, 11, 15)


def test_tests_and_programs_are_entry_points() -> None:
    facts = read(
        "package main_test\n\nfunc TestA(t *testing.T) {}\nfunc Testing(t *testing.T) {}\n"
        "func TestMain(m *testing.M) {}\nfunc BenchmarkB(b *testing.B) {}\n"
        "func FuzzC(f *testing.F) {}\nfunc ExampleD() {}\nfunc TestE(t int) {}\n"
    )
    tests = [d.name for d in facts.definitions if d.flags & TEST]
    assert tests == ["TestA", "BenchmarkB", "FuzzC", "ExampleD"]
    assert {d.entry for d in facts.definitions if d.flags & TEST} == {"test"}
    program = read("package main\n\nfunc main() {}\n")
    assert (program.entry, find(program, "main").entry) == ("main", "main")
    assert read("package tools\n\nfunc main() {}\n").entry == ""


def test_functions_defined_again_are_told_apart() -> None:
    facts = read("package a\n\nfunc init() {}\nfunc init() {}\n")
    assert [d.qualified for d in facts.definitions] == ["init", "init#2"]


def test_imports_tell_what_is_used_of_them() -> None:
    facts = read(
        'package a\n\nimport (\n\t"net/http"\n\ty "gopkg.in/yaml.v3"\n\t_ "a/driver"\n\t. "a/b"\n'
        ")\nfunc f(w http.ResponseWriter) { y.Marshal(http.Status) }\n"
    )
    assert [(i.spec, i.names, i.kind) for i in facts.imports] == [
        ("net/http", ("ResponseWriter", "Status"), ""),
        ("gopkg.in/yaml.v3", ("Marshal",), ""),
        ("a/driver", (), "side-effect"),
        ("a/b", ("*",), ""),
    ]


@pytest.mark.parametrize(
    ("spec", "used", "name"),
    [
        ("github.com/a/go-yaml", "yaml.X", "yaml"),
        ("github.com/a/yaml-go", "yaml.X", "yaml"),
        ("github.com/a/chi/v5", "chi.X", "chi"),
        ("gopkg.in/yaml.v3", "yaml.X", "yaml"),
        ("github.com/a/js-parser", "parser.X", "parser"),
        ("github.com/a/my-lib", "other.X", "my_lib"),
    ],
)
def test_packages_are_called_what_the_file_calls_them(spec: str, used: str, name: str) -> None:
    facts = read(f'package a\n\nimport "{spec}"\n\nvar v = {used}\n')
    assert [b.name for b in facts.scopes[0].bindings if b.kind == "i"] == [name]


def test_a_method_belongs_to_its_receiver_also_without_the_type() -> None:
    facts = read("package a\n\nfunc (x *Box[T]) Get() T { return x.v }\nfunc (Box[T]) Put() {}\n")
    assert [e.name for e in facts.extensions] == ["Box"]
    members = facts.scopes[facts.extensions[0].scope]
    assert [b.name for b in members.bindings] == ["Get", "Put"]


BEFORE = 'package a\n\n// F does.\nfunc F(a int, b string) {\n\tx := g(a, "a  b")\n\th(x)\n}\n'


@pytest.mark.parametrize(
    ("text", "signature", "body"),
    [
        (BEFORE.replace("\n\tx", "\n\n\t// why\n\tx"), True, True),
        (BEFORE.replace("a int, b string", "a int,\n\tb string,\n"), True, True),
        (BEFORE.replace("// F does.", "/* F */"), True, True),
        (BEFORE.replace("b string", "b int"), False, True),
        (BEFORE.replace("a  b", "a b"), True, False),
        (BEFORE.replace("h(x)", "h(a)"), True, False),
    ],
)
def test_fingerprints_follow_meaning(text: str, signature: bool, body: bool) -> None:
    before, after = find(read(BEFORE), "F"), find(read(text), "F")
    assert (before.signature_print == after.signature_print) is signature
    assert (before.body_print == after.body_print) is body


def test_broken_files_keep_what_parses() -> None:
    facts = read("package a\n\nfunc f() {}\n\nfunc g( {\n")
    assert "f" in {d.qualified for d in facts.definitions}
    assert [d.severity for d in facts.diagnostics] == ["error"]


def test_groups_on_one_line_are_no_errors() -> None:
    assert read("package a\n\nconst (X, Y = 1, 2)\n").diagnostics == ()


@pytest.mark.parametrize("text", ["", "package", "x := 1", "package a\n\nfunc () F() {}", "\xff{"])
def test_odd_files_do_not_fail(text: str) -> None:
    assert extract_facts("go", text.encode("latin-1")).language == "go"


def test_functions_without_names_belong_to_those_around_them() -> None:
    facts = read("package a\n\nfunc f() {\n\tgo func() { g() }()\n}\n")
    (inner,) = [d for d in facts.definitions if d.flags & ANONYMOUS]
    assert facts.scopes[inner.body].owner == 0


# Import paths -------------------------------------------------------------------------------------


@dataclass
class Project:
    """A project of which only some files have content."""

    files: dict[str, str]
    paths: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.paths = frozenset(self.files)

    def read(self, path: str) -> bytes | None:
        return self.files[path].encode() if path in self.files else None


def resolve(files: dict[str, str], spec: str, importer: str = "main.go") -> str | None:
    found = GoResolver(Project(files)).resolve(spec, importer)
    return found.external if found.namespace is None else f"/{found.namespace}"


def test_a_module_and_its_packages() -> None:
    files = {"go.mod": 'module "example.com/a" // the module\n'}
    assert resolve(files, "example.com/a") == "/"
    assert resolve(files, "example.com/a/b/c") == "/b/c"
    assert resolve(files, "example.com/ab") == "<example.com/ab>"
    assert resolve(files, "./b", "cmd/main.go") == "/cmd/b"


def test_what_is_outside_has_the_name_of_its_module() -> None:
    files = {"go.mod": "module a\nrequire (\n\tx.org/y v1.0.0\n\tx.org/y/z v1.0.0 // indirect\n)\n"}
    assert resolve(files, "x.org/y/w") == "<x.org/y>"
    assert resolve(files, "x.org/y/z/w") == "<x.org/y/z>"
    assert resolve(files, "net/http") == "<net/http>"


def test_nested_modules_are_modules_of_their_own() -> None:
    files = {"go.mod": "module a\n", "sub/go.mod": "module b\n"}
    assert resolve(files, "a/x", "sub/main.go") == "<a/x>"
    assert resolve(files, "b/x", "sub/deep/main.go") == "/sub/x"


def test_replacements_and_workspaces_lead_into_the_project() -> None:
    replaced = {
        "a/go.mod": "module a\nreplace (\n\tb => ../b\n\tc v1 => ../../c\n\td => e.org/d v1\n)\n",
        "b/go.mod": "module b\n",
    }
    assert resolve(replaced, "b/x", "a/main.go") == "/b/x"
    assert resolve(replaced, "c", "a/main.go") == "<c>"
    assert resolve(replaced, "d", "a/main.go") == "<d>"
    used = {"a/go.mod": "module a\n", "b/go.mod": "module b\n", "go.work": "use ./a\nuse ./b\n"}
    assert resolve(used, "b/x", "a/main.go") == "/b/x"
    assert resolve({**used, "go.work": "use ./a\n"}, "b/x", "a/main.go") == "<b/x>"


def test_vendored_packages_lie_in_the_project() -> None:
    files = {"go.mod": "module a\n", "vendor/x.org/y/y.go": ""}
    assert resolve(files, "x.org/y") == "/vendor/x.org/y"
    assert resolve(files, "x.org/z") == "<x.org/z>"
