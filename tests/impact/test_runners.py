"""Tests are named as their runners name them, and found again by these names."""

from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.impact.runners import name_test, read_label
from tests.support.graphs import write_files


@pytest.mark.parametrize(
    ("path", "label", "name"),
    [
        ("tests/test_a.py", "TestA.test_b", "tests/test_a.py::TestA::test_b"),
        ("tests/test_a.py", "test_b#2", "tests/test_a.py::test_b"),
        ("tests/test_a.py", "", "tests/test_a.py"),
        ("src/a.test.ts", "", "src/a.test.ts"),
        ("mux_test.go", "TestMux", ". -run ^TestMux$"),
        ("web/mux_test.go", "FuzzMux", "./web -run ^FuzzMux$"),
        ("web/mux_test.go", "BenchmarkMux", "./web -run ^$ -bench ^BenchmarkMux$"),
        ("web/mux_test.go", "", "./web"),
        ("src/test/java/com/acme/CartTest.java", "CartTest.adds", "com.acme.CartTest#adds"),
        ("src/test/java/com/acme/CartTest.java", "CartTest.adds#2", "com.acme.CartTest#adds"),
        ("src/test/java/CartTest.java", "CartTest.Empty.adds", "CartTest$Empty#adds"),
        ("core/test/com/acme/CartTest.java", "CartTest.adds", "com.acme.CartTest#adds"),
        ("app/src/test/java/com/test/CartTest.java", "", "com.test.CartTest"),
        ("CartTest.java", "CartTest.adds", "CartTest#adds"),
        (
            "Tests/ShopTests/CartTests.swift",
            "CartTests.testTotal",
            "--filter ShopTests.CartTests/testTotal",
        ),
        ("Tests/ShopTests/Cart/More.swift", "works", "--filter ShopTests.works"),
        ("Tests/ShopTests/CartTests.swift", "", "--filter ShopTests"),
        ("src/cart.zig", "total works", 'src/cart.zig --test-filter "total works"'),
        ("src/cart.zig", "", "src/cart.zig"),
        ("src/lib.rs", "tests.it_works", "tests::it_works"),
        ("src/lib.rs", "", "--lib"),
        ("src/a/b.rs", "tests.it_works", "a::b::tests::it_works"),
        ("src/a/mod.rs", "tests.it_works", "a::tests::it_works"),
        ("src/a/tests.rs", "", "a::tests"),
        ("src/bin/tool.rs", "tests.runs", "--bin tool tests::runs"),
        ("tests/check.rs", "it_works", "--test check it_works"),
        ("tests/check/main.rs", "it_works", "--test check it_works"),
        ("tests/check/more.rs", "it_works", "--test check more::it_works"),
        ("tests/check.rs", "", "--test check"),
        (
            "crates/core/src/find.rs",
            "tests.finds",
            "--manifest-path crates/core/Cargo.toml find::tests::finds",
        ),
    ],
)
def test_names(path: str, label: str, name: str) -> None:
    assert name_test(path, label) == name
    assert read_label(name, path) == label.partition("#")[0]


GO = {
    "go.mod": "module example.com/shop\n",
    "store/store.go": "package store\n\ntype Store interface{ Get() int }\n\n"
    "func Read(s Store) int { return s.Get() }\n",
    "store/memory.go": "package store\n\ntype Memory struct{}\n\n"
    "func (m *Memory) Get() int { return 1 }\n\nfunc unused() {}\n",
    "store/store_test.go": 'package store\n\nimport "testing"\n\n'
    "func TestRead(t *testing.T) { Read(&Memory{}) }\n\n"
    "func TestOther(t *testing.T) {}\n",
}


@pytest.mark.parametrize("target", ["store/store.go::Read", "store/memory.go::Memory.Get"])
def test_go_tests_are_found_through_calls_and_interfaces(tmp_path: Path, target: str) -> None:
    write_files(tmp_path, GO)
    project = open_project(tmp_path, anywhere=True)
    project.scan()
    found = project.analyze_impact([target]).tests
    assert [test.id for test in found] == ["./store -run ^TestRead$"]


JAVA = {
    "src/main/java/shop/Store.java": "package shop;\n\npublic interface Store {\n"
    "    int get();\n}\n",
    "src/main/java/shop/Memory.java": "package shop;\n\npublic class Memory implements Store {\n"
    "    public int get() {\n        return 1;\n    }\n}\n",
    "src/test/java/shop/StoreTest.java": "package shop;\n\nimport org.junit.jupiter.api.Test;\n\n"
    "class StoreTest {\n    @Test\n    void reads() {\n        Store store = new Memory();\n"
    "        store.get();\n    }\n\n    @Test\n    void other() {}\n}\n",
}


@pytest.mark.parametrize("name", ["Store.java::Store.get", "Memory.java::Memory.get"])
def test_java_tests_are_found_through_calls_and_interfaces(tmp_path: Path, name: str) -> None:
    write_files(tmp_path, JAVA)
    project = open_project(tmp_path, anywhere=True)
    project.scan()
    found = project.analyze_impact([f"src/main/java/shop/{name}"]).tests
    assert [test.id for test in found] == ["shop.StoreTest#reads"]


RUST = {
    "Cargo.toml": '[package]\nname = "shop"\n',
    "src/lib.rs": "pub mod store;\n",
    "src/store.rs": "pub trait Store {\n    fn get(&self) -> u32;\n}\n\npub struct Memory;\n\n"
    "impl Store for Memory {\n    fn get(&self) -> u32 {\n        1\n    }\n}\n\n"
    "pub fn read(store: &dyn Store) -> u32 {\n    store.get()\n}\n\n"
    "#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn reads() {\n"
    "        assert_eq!(read(&Memory), 1);\n    }\n}\n",
    "tests/check.rs": "#[test]\nfn works() {\n    shop::store::read(&shop::store::Memory);\n}\n",
}


@pytest.mark.parametrize("target", ["src/store.rs::read", "src/store.rs::Memory.get"])
def test_rust_tests_are_found_through_calls_and_traits(tmp_path: Path, target: str) -> None:
    write_files(tmp_path, RUST)
    project = open_project(tmp_path, anywhere=True)
    project.scan()
    found = project.analyze_impact([target]).tests
    assert {test.id for test in found} == {"store::tests::reads", "--test check works"}
