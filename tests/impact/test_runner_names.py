"""Tests are named as their runners name them, and found again by these names."""

from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.impact.test_selection.runner_names import name_test, read_label
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
        ("tests/CartTest.php", "CartTest.testA", "tests/CartTest.php --filter CartTest::testA"),
        ("tests/CartTest.php", "", "tests/CartTest.php"),
        ("test/a_test.rb", "Shop.ATest.test_b", "test/a_test.rb -n Shop::ATest#test_b"),
        ("spec/a_spec.rb", "", "spec/a_spec.rb"),
        ("A.Tests/CartTests.cs", "CartTests.Adds", "--filter FullyQualifiedName~CartTests.Adds"),
        ("A.Tests/CartTests.cs", "", "--filter FullyQualifiedName~CartTests"),
        ("test/cart_test.exs", "", "test/cart_test.exs"),
        ("spec/cart_spec.lua", "", "spec/cart_spec.lua"),
        ("test/cart_test.dart", "", "test/cart_test.dart"),
        ("db/log_test.cc", "LogTest.Empty", "LogTest.Empty"),
        ("db/log_test.cpp", "an empty log", "an empty log"),
        ("db/log_test.cc", "", "db/log_test.cc"),
        ("tests/test_list.c", "test_add", "tests/test_list.c::test_add"),
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


def test_bats_runs_whole_files() -> None:
    assert name_test("test/cart.bats", "test_adds") == "test/cart.bats"
    assert read_label("test/cart.bats", "test/cart.bats") == ""


SHOPS = {
    "php": {
        "src/Cart.php": "<?php\nnamespace Shop;\nclass Cart { function add() {} }\n",
        "tests/CartTest.php": "<?php\nnamespace Shop;\nclass CartTest extends TestCase {\n"
        "function testAdds() { (new Cart())->add(); }\nfunction testOther() {}\n}\n",
    },
    "ruby": {
        "lib/cart.rb": "class Cart\n  def add; end\nend\n",
        "test/cart_test.rb": "class CartTest < Minitest::Test\n"
        "  def test_adds\n    Cart.new.add\n  end\n  def test_other; end\nend\n",
    },
    "rspec": {
        "lib/cart.rb": "class Cart\n  def add; end\nend\n",
        "spec/cart_spec.rb": 'describe Cart do\n  it "adds" do\n    Cart.new.add\n  end\nend\n',
    },
    "csharp": {
        "Shop/Cart.cs": "namespace Shop;\nclass Cart { void Add() {} }\n",
        "Shop.Tests/CartTests.cs": "namespace Shop.Tests;\nclass CartTests {\n"
        "[Fact] public void Adds() { new Cart().Add(); }\n[Fact] public void Other() {}\n}\n",
    },
    "elixir": {
        "lib/cart.ex": "defmodule Cart do\n  def add(x), do: x\nend\n",
        "test/cart_test.exs": "defmodule CartTest do\n  use ExUnit.Case\n"
        '  test "adds" do\n    Cart.add(1)\n  end\nend\n',
    },
    "lua": {
        "cart.lua": "local Cart = {}\nfunction Cart.add() end\nreturn Cart\n",
        "spec/cart_spec.lua": 'local Cart = require("cart")\n'
        'it("adds", function() Cart.add() end)\n',
    },
    "bash": {
        "cart.sh": "add() { true; }\n",
        "test/cart.bats": 'source cart.sh\n@test "adds" {\n  add\n}\n',
    },
    "dart": {
        "lib/cart.dart": "void add() {}\n",
        "test/cart_test.dart": "import '../lib/cart.dart';\n"
        "void main() {\n  test('adds', () {\n    add();\n  });\n}\n",
    },
}
FOUND = {
    "php": ("src/Cart.php::Cart.add", "tests/CartTest.php --filter CartTest::testAdds"),
    "ruby": ("lib/cart.rb::Cart.add", "test/cart_test.rb -n CartTest#test_adds"),
    "rspec": ("lib/cart.rb::Cart.add", "spec/cart_spec.rb"),
    "csharp": ("Shop/Cart.cs::Cart.Add", "--filter FullyQualifiedName~CartTests.Adds"),
    "elixir": ("lib/cart.ex::Cart.add", "test/cart_test.exs"),
    "lua": ("cart.lua::Cart.add", "spec/cart_spec.lua"),
    "bash": ("cart.sh::add", "test/cart.bats"),
    "dart": ("lib/cart.dart::add", "test/cart_test.dart"),
}


@pytest.mark.parametrize("name", sorted(SHOPS))
def test_tests_are_found_and_named_for_their_runner(tmp_path: Path, name: str) -> None:
    write_files(tmp_path, SHOPS[name])
    project = open_project(tmp_path, anywhere=True)
    project.scan()
    target, test = FOUND[name]
    assert [found.id for found in project.analyze_impact([target]).tests] == [test]
