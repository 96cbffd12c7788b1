"""Which tests are named for code, in small projects where that is known."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.git.diff import compare_worktree
from ripplegraph.graph.tests import is_test_path
from ripplegraph.impact.formats.text import build_text
from ripplegraph.impact.report import Impact
from ripplegraph.server.rows import describe_impact
from tests.support.command import run_ripple
from tests.support.graphs import write_files
from tests.support.repository import commit_all


def analyze(root: Path, files: Mapping[str, str], target: str, **options: int | None) -> Impact:
    write_files(root, files)
    project = open_project(root, anywhere=True)
    project.scan()
    return project.analyze_impact([target], **options)  # type: ignore[arg-type]


def find_ids(root: Path, files: Mapping[str, str], target: str) -> list[str]:
    return [test.id for test in analyze(root, files, target).tests]


SHAPES = {
    "shapes.py": (
        "class Shape:\n"
        "    def __init__(self): self.size = measure()\n"
        "    def draw(self): return self.outline()\n"
        "    def outline(self): return ''\n"
        "    @property\n"
        "    def area(self): return compute()\n"
        "    def __len__(self): return 1\n"
        "class Square(Shape):\n"
        "    def outline(self): return 'square'\n"
        "class Circle(Shape):\n"
        "    def outline(self): return 'circle'\n"
        "def measure(): return 1\n"
        "def compute(): return 2\n"
        "def unused(): return 3\n"
    ),
}


def test_a_constructor_runs_where_its_class_is_called(tmp_path: Path) -> None:
    tests = {"tests/test_a.py": "from shapes import Shape\ndef test_make(): Shape()\n"}
    found = analyze(tmp_path, SHAPES | tests, "shapes.py::measure").tests
    assert [test.id for test in found] == ["tests/test_a.py::test_make"]
    assert found[0].reason == "makes `shapes.py::Shape`, which calls `shapes.py::measure`"


def test_an_override_runs_in_tests_with_objects_of_its_class(tmp_path: Path) -> None:
    many = "".join(
        f"def test_square_{n}(): show(Square())\ndef test_circle_{n}(): show(Circle())\n"
        for n in range(12)
    )
    tests = {
        "tests/test_a.py": "from shapes import Circle, Square\nfrom show import show\n" + many,
        "show.py": "from shapes import Shape\ndef show(shape: Shape): return shape.draw()\n",
    }
    found = find_ids(tmp_path, SHAPES | tests, "shapes.py::Square.outline")
    assert sorted(found) == sorted(f"tests/test_a.py::test_square_{n}" for n in range(12))


def test_a_property_runs_where_it_is_read(tmp_path: Path) -> None:
    tests = {
        "tests/test_a.py": (
            "from shapes import Shape\n"
            "def test_area():\n    shape = Shape()\n    assert shape.area\n"
        )
    }
    assert find_ids(tmp_path, SHAPES | tests, "shapes.py::compute") == [
        "tests/test_a.py::test_area"
    ]


def test_a_method_that_nothing_calls_runs_where_there_are_objects(tmp_path: Path) -> None:
    tests = {
        "tests/test_a.py": "from shapes import Shape\ndef test_len(): assert Shape() is not None\n"
    }
    found = analyze(tmp_path, SHAPES | tests, "shapes.py::Shape.__len__").tests
    assert [test.id for test in found] == ["tests/test_a.py::test_len"]
    assert found[0].reason == "makes `shapes.py::Shape` with `shapes.py::Shape.__len__`"
    assert found[0].score < 0.3


def test_code_without_tests_has_none_and_weighs_more(tmp_path: Path) -> None:
    files = SHAPES | {"run.py": "from shapes import measure\ndef run(): measure()\n"}
    impact = analyze(tmp_path, files, "shapes.py::measure")
    assert impact.tests == ()
    assert impact.counts["tests"] == 0
    assert impact.impact_terms["untested"] > 0


def test_fixtures_by_name_and_fixtures_of_fixtures(tmp_path: Path) -> None:
    files = {
        "app.py": "class App:\n    pass\ndef build(): return App()\ndef connect(): return 1\n",
        "tests/conftest.py": (
            "import pytest\nfrom app import build, connect\n"
            "@pytest.fixture\ndef app(): return build()\n"
            "@pytest.fixture\ndef client(app): return app\n"
            "@pytest.fixture(autouse=True)\ndef database(): connect()\n"
        ),
        "tests/test_a.py": "def test_client(client): assert client\ndef test_none(): assert 1\n",
    }
    assert find_ids(tmp_path, files, "app.py::build") == ["tests/test_a.py::test_client"]
    assert find_ids(tmp_path, files, "app.py::connect") == ["tests/test_a.py"]


def test_classes_of_tests_parameters_and_setup(tmp_path: Path) -> None:
    files = {
        "calc.py": "def add(): ...\ndef start(): ...\n",
        "tests/test_a.py": (
            "import pytest, unittest\nfrom calc import add, start\n"
            "class AddTest(unittest.TestCase):\n"
            "    def setUp(self): start()\n"
            "    def test_add(self): add()\n"
            "    def test_other(self): pass\n"
            "class TestMore:\n"
            "    @pytest.mark.parametrize('n', [1, 2])\n"
            "    def test_add(self, n): add()\n"
        ),
    }
    assert find_ids(tmp_path, files, "calc.py::add") == [
        "tests/test_a.py::AddTest::test_add",
        "tests/test_a.py::TestMore::test_add",
    ]
    assert find_ids(tmp_path, files, "calc.py::start") == [
        "tests/test_a.py::AddTest::test_add",
        "tests/test_a.py::AddTest::test_other",
    ]


@pytest.mark.parametrize("name", ["sum.test.ts", "sum.spec.js", "__tests__/sum.ts"])
def test_other_runners_take_files(tmp_path: Path, name: str) -> None:
    up = "../" if "/" in name else "./"
    files = {
        "src/sum.ts": "export function sum(a: number) { return a }\n",
        f"src/{name}": f"import {{ sum }} from '{up}sum'\ntest('sums', () => {{ sum(1) }})\n",
    }
    assert find_ids(tmp_path, files, "src/sum.ts::sum") == [f"src/{name}"]


def test_a_test_that_is_edited_is_to_be_run(tmp_path: Path) -> None:
    files = {"tests/test_a.py": "def help(): ...\ndef test_a(): help()\ndef test_b(): ...\n"}
    assert find_ids(tmp_path, files, "tests/test_a.py::help") == ["tests/test_a.py::test_a"]
    own = analyze(tmp_path, files, "tests/test_a.py::test_b").tests
    assert [(test.id, test.score, test.reason) for test in own] == [
        ("tests/test_a.py::test_b", 1.0, "is itself a target")
    ]
    assert sorted(find_ids(tmp_path, files, "tests/test_a.py")) == [
        "tests/test_a.py::test_a",
        "tests/test_a.py::test_b",
    ]


def test_counts_are_exact_whatever_is_shown(tmp_path: Path) -> None:
    tests = "".join(f"def test_{n}(): add()\n" for n in range(70))
    files = {"calc.py": "def add(): ...\n", "test_calc.py": f"from calc import add\n{tests}"}
    impact = analyze(tmp_path, files, "calc.py::add")
    assert len(impact.tests) == 50
    assert impact.counts["tests"] == 70
    assert impact.omitted["tests_by_limit"] == 20
    assert len(analyze(tmp_path, files, "calc.py::add", limit=None).tests) == 70


def test_tests_of_a_removed_function_are_still_named(repository: Path) -> None:
    files = {
        "calc.py": "def add(): ...\ndef keep(): ...\n",
        "test_calc.py": (
            "from calc import add, keep\n"
            "def test_add(): add()\ndef test_gone(): add()\ndef test_keep(): keep()\n"
        ),
    }
    write_files(repository, files)
    commit_all(repository, "code")
    project = open_project(repository)
    project.scan()
    write_files(repository, {"calc.py": "def keep(): ...\n"})
    text = files["test_calc.py"].replace("def test_gone(): add()\n", "")
    write_files(repository, {"test_calc.py": text})
    impact = project.analyze_change(compare_worktree(repository, staged=False))
    assert "test_calc.py::test_add" in [test.id for test in impact.tests]
    assert "test_calc.py::test_gone" not in [test.id for test in impact.tests]
    assert impact.counts["tests"] == len(impact.tests)


def test_of_code_that_is_used_everywhere_the_tests_next_to_it_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ripplegraph.impact.test_selection.finder.MOST_USES", 2)
    files = {
        "hub.py": "def hub(): return 1\n",
        "near.py": "from hub import hub\ndef near(): return hub()\n",
        "tests/test_hub.py": (
            "from hub import hub\ndef help_me(): return hub()\n"
            "def test_hub(): hub()\ndef test_helped(): help_me()\n"
        ),
        "tests/test_near.py": "from near import near\ndef test_near(): near()\n",
    }
    found = analyze(tmp_path, files, "hub.py")
    assert [test.id for test in found.tests] == [
        "tests/test_hub.py::test_hub",
        "tests/test_hub.py::test_helped",
    ]
    assert "the search for tests was stopped" in found.warnings[-1]


@pytest.mark.parametrize(
    "path", ["lib/list-test.c", "lib/overflow_kunit.c", "a/test-utf8.cc", "x_test.c"]
)
def test_files_of_c_are_tests_by_their_names(path: str) -> None:
    assert is_test_path(path)
    assert not is_test_path("lib/contest.c")


def test_tests_as_good_as_each_other_are_ordered_by_depth_uses_and_names(tmp_path: Path) -> None:
    files = {
        "routing.py": "def go(): ...\ndef stop(): ...\ndef turn(): go()\n",
        "tests/test_all.py": (
            "from routing import go, stop\ndef test_both(): go(); stop()\ndef test_one(): go()\n"
        ),
        "tests/test_routing.py": "from routing import go\ndef test_it(): go()\n",
        "tests/test_routing_more.py": "from routing import go\ndef test_it(): go()\n",
        "tests/test_before.py": "from routing import go\ndef test_it(): go()\n",
    }
    found = analyze(tmp_path, files, "routing.py").tests
    assert len({test.score for test in found}) == 1
    assert [(test.id, test.depth, test.uses) for test in found] == [
        ("tests/test_all.py::test_both", 1, 2),
        ("tests/test_routing.py::test_it", 1, 1),
        ("tests/test_routing_more.py::test_it", 1, 1),
        ("tests/test_all.py::test_one", 1, 1),
        ("tests/test_before.py::test_it", 1, 1),
    ]


def test_a_test_called_as_the_symbol_comes_before_others(tmp_path: Path) -> None:
    files = {
        "calc.py": "def add(): ...\n",
        "tests/test_x.py": "from calc import add\ndef test_a(): add()\ndef test_add(): add()\n",
    }
    assert find_ids(tmp_path, files, "calc.py::add") == [
        "tests/test_x.py::test_add",
        "tests/test_x.py::test_a",
    ]


def test_every_form_has_the_tests_in_the_same_order(tmp_path: Path) -> None:
    many = "".join(f"def test_{n:02}(): add()\n" for n in range(12))
    files = {
        "calc.py": "def add(): ...\n",
        "tests/test_a.py": f"from calc import add\n{many}",
        "tests/test_calc.py": "from calc import add\ndef test_z(): add()\n",
    }
    found = analyze(tmp_path, files, "calc.py")
    order = [test.id for test in found.tests]
    assert order[0] == "tests/test_calc.py::test_z"
    text = "\n".join(build_text(found, lambda text, _: text, whole=True))
    assert sorted(order, key=lambda test: text.index(f" {test}")) == order
    _, sections = describe_impact(found)
    rows = next(section.rows for section in sections if section.name == "tests")
    assert [row["id"] for row in rows if not isinstance(row, str)] == order
    printed = run_ripple("analyze-impact", "calc.py", "--tests-only", folder=tmp_path).output
    assert printed.splitlines() == order
