"""Changes of Java, Kotlin and Scala files that reach further than the file they are made in."""

from pathlib import Path

import pytest

from tests.support.equality import compare_trees

MAIN = "package a;\n\nclass Main extends Base {\n    void f() { put(1); }\n}\n"
BASE = "package a;\n\nclass Base {\n    void put(Object x) {}\n}\n"
TOOL = "package a;\n\npublic class Tool { public static void run(int x) {} }\n"
USE = "package b;\n\nimport a.Tool;\n\nclass Use { void f() { Tool.run(1); } }\n"

CASES: dict[str, tuple[dict[str, str], dict[str, str | None]]] = {
    "overload that comes to a class above": (
        {"a/Main.java": MAIN, "a/Base.java": BASE},
        {"a/Base.java": BASE.replace("}\n}", "}\n    void put(int x) {}\n}")},
    ),
    "overload in a class above that fits an instance better": (
        {
            "a/Main.java": MAIN.replace("put(1)", "new Low().put(1)"),
            "a/Low.java": "package a;\n\nclass Low extends Base { void put(String x) {} }\n",
            "a/Base.java": "package a;\n\nclass Base {}\n",
        },
        {"a/Base.java": BASE},
    ),
    "member that hides one of the class around": (
        {
            "a/Main.java": "package a;\n\nclass Main {\n    void go() {}\n"
            "    class In extends Base { void f() { go(); } }\n}\n",
            "a/Base.java": BASE,
        },
        {"a/Base.java": BASE.replace("put(Object x)", "go()")},
    ),
    "class that is nearer to the file that imports it": (
        {"lib/src/main/java/a/Tool.java": TOOL, "app/src/main/java/b/Use.java": USE},
        {"app/src/main/java/a/Tool.java": TOOL},
    ),
    "class that was taken for one from outside": (
        {"Use.java": USE.replace("a.Tool", "a.*")},
        {"Tool.java": TOOL},
    ),
    "package that files say they are part of": (
        {"Use.java": USE, "Tool.java": TOOL},
        {"Tool.java": TOOL.replace("package a", "package c")},
    ),
    "member that is imported by itself": (
        {
            "Use.java": "package b;\n\nimport static a.Tool.run;\n\n"
            "class Use { void f() { run(1); run(1, 2); } }\n",
            "Tool.java": TOOL,
        },
        {"Tool.java": TOOL.replace("int x", "int x, int y")},
    ),
    "interface that a function cannot stand for any more": (
        {
            "Use.java": "package a;\n\nclass Use { void on(Fn f) {}\n"
            "    void f() { on(x -> x.run()); } void run() {} }\n",
            "Fn.java": "package a;\n\ninterface Fn { void call(Use use); }\n",
        },
        {"Fn.java": "package a;\n\ninterface Fn { void call(Use use); void other(); }\n"},
    ),
    "type of a field that chooses an overload": (
        {
            "Use.java": "package a;\n\nclass Use { void p(int x) {} void p(String x) {}\n"
            "    void f(Box box) { p(box.value); } }\n",
            "Box.java": "package a;\n\nclass Box { int value; }\n",
        },
        {"Box.java": "package a;\n\nclass Box { String value; }\n"},
    ),
    "extension function that comes into scope": (
        {"Use.kt": 'package a\n\nfun f() = "x".shout()\n', "Text.kt": "package a\n"},
        {"Text.kt": "package a\n\nfun String.shout() = this\n"},
    ),
    "default that lets a call leave something out": (
        {
            "Use.kt": "package a\n\nfun f() = g(1)\n",
            "G.kt": "package a\n\nfun g(a: Int, b: Int) = 1\n",
        },
        {"G.kt": "package a\n\nfun g(a: Int, b: Int = 2) = 1\n"},
    ),
    "object that a function is called on": (
        {
            "Use.kt": "package a\n\nfun f() = build { go() }\n\nfun go() {}\n",
            "Build.kt": "package a\n\nclass One { fun go() {} }\n\nclass Two\n\n"
            "fun build(block: One.() -> Unit) {}\n",
        },
        {
            "Build.kt": "package a\n\nclass One { fun go() {} }\n\nclass Two\n\n"
            "fun build(block: Two.() -> Unit) {}\n",
        },
    ),
    "member that the object of a function gets": (
        {
            "Use.kt": "package a\n\nfun f(one: One) = one.apply { go() }\n\nfun go() {}\n",
            "One.kt": "package a\n\nclass One\n",
        },
        {"One.kt": "package a\n\nclass One { fun go() {} }\n"},
    ),
    "what a function gives that is called on another object": (
        {
            "Use.kt": "package a\n\nfun f() = made().go()\n",
            "Made.kt": "package a\n\nclass One { fun make() = Left() }\n\n"
            "class Two { fun make() = Right() }\n\nfun made() = with(One()) { make() }\n",
            "Sides.kt": "package a\n\nclass Left { fun go() {} }\n\nclass Right { fun go() {} }\n",
        },
        {
            "Made.kt": "package a\n\nclass One { fun make() = Left() }\n\n"
            "class Two { fun make() = Right() }\n\nfun made() = with(Two()) { make() }\n",
        },
    ),
    "type that a function extends": (
        {
            "Use.kt": "package a\n\nclass One\n\nclass Two\n\nfun f(x: One) = x.go()\n",
            "Go.kt": "package a\n\nfun One.go() {}\n",
        },
        {"Go.kt": "package a\n\nfun Two.go() {}\n"},
    ),
    "extension that comes before a function of the package": (
        {
            "Use.kt": "package a\n\nclass One\n\nfun One.f() = go()\n",
            "Go.kt": "package a\n\nfun go() {}\n",
        },
        {"Go.kt": "package a\n\nfun go() {}\n\nfun One.go() {}\n"},
    ),
    "function that makes the objects of a class": (
        {
            "Use.scala": "package a\n\nobject Use { def f() = Box(1) }\n",
            "Box.scala": "package a\n\nclass Box(x: Int)\n\nobject Box {}\n",
        },
        {
            "Box.scala": "package a\n\nclass Box(x: Int)\n\n"
            "object Box { def apply(x: Int) = new Box(x) }\n",
        },
    ),
    "function that is called by its name alone": (
        {
            "Use.scala": "package a\n\nclass Use extends Base { def f() = made.go() }\n",
            "Base.scala": "package a\n\nclass Base { def made: One = new One }\n\n"
            "class One { def go() = 1 }\n\nclass Two { def go() = 2 }\n",
        },
        {
            "Base.scala": "package a\n\nclass Base { def made: Two = new Two }\n\n"
            "class One { def go() = 1 }\n\nclass Two { def go() = 2 }\n",
        },
    ),
    "companion that gets a member": (
        {
            "Use.scala": "package a\n\nobject Use { def f() = Box.make() }\n",
            "Box.scala": "package a\n\nclass Box\n\nobject Box {}\n",
        },
        {"Box.scala": "package a\n\nclass Box\n\nobject Box { def make() = new Box }\n"},
    ),
}


@pytest.mark.parametrize("name", sorted(CASES))
def test_what_a_change_reaches_is_linked_again(tmp_path: Path, name: str) -> None:
    files, change = CASES[name]
    before = {path: text.encode() for path, text in files.items()}
    merged = {**files, **change}
    after = {path: text.encode() for path, text in merged.items() if text is not None}
    assert compare_trees(before, after, tmp_path / "there").differences == []
    assert compare_trees(after, before, tmp_path / "back").differences == []
