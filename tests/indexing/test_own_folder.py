"""A full language is a folder and one registration: nothing else of the program knows it."""

import json
from pathlib import Path

import pytest

from tests.support.command import run_ripple
from tests.support.graphs import parse_export, write_files

LANGUAGE = {
    "tiny/__init__.py": "",
    "tiny/record.py": """
from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.lazy_import import LazyFunction
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.tags import FREE, Tags

TINY = Language(
    name="tiny",
    grammar="lua",
    level="full",
    extensions=(".tiny",),
    query=read_query("tiny"),
    extract=TaggedExtractor("tiny", Tags(layout=FREE, tests=r"test_\\w+")),
    resolver=LazyFunction("tiny.resolver", "TinyResolver"),
    builtins=frozenset({"print"}),
    semantics=LazyFunction("tiny.semantics", "TinySemantics"),
)
""",
    "tiny/tags.scm": """
(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(parameters name: (identifier) @name @parameter)
(function_call
  name: (identifier) @_word
  arguments: (arguments . (string content: (string_content) @path))
  (#eq? @_word "use")) @import.all
(function_call name: (identifier) @name arguments: (_) @arguments) @call
(comment) @comment
""",
    "tiny/resolver.py": '''
from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.parsers.resolvers import Redirection


class TinyResolver:
    """A module is the file of its name."""

    settings = ""

    def __init__(self, project):
        self._paths = project.paths

    def resolve(self, spec, importer):
        path = f"{spec}.tiny"
        found = (path,) if path in self._paths else ()
        return Resolved(found, None if found else spec, (path,))

    def find_redirected(self, before, files):
        return Redirection()
''',
    "tiny/semantics.py": '''
from ripplegraph.linking.ordinary import OrdinarySemantics


class TinySemantics(OrdinarySemantics):
    """What has a name of its own is offered to all, but what ends with a low line."""

    def offers(self, view, name):
        return not name.endswith("_")
''',
    "tiny-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n",
    "tiny-1.0.dist-info/entry_points.txt": "[ripplegraph.languages]\ntiny = tiny.record:TINY\n",
}
PROJECT = {
    "shop.tiny": 'use("prices")\n\n'
    "function buy(thing)\n  total(thing)\n  hide_()\n  print(thing)\nend\n",
    "prices.tiny": "function total(thing)\n  hide_()\nend\n\nfunction hide_()\nend\n",
    "tests/shop.tiny": 'use("shop")\n\nfunction test_buy()\n  buy(1)\nend\n',
}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    write_files(tmp_path / "site", LANGUAGE)
    return {"PYTHONPATH": str(tmp_path / "site")}


def read_calls(project: Path, environment: dict[str, str], *options: str) -> set[tuple[str, str]]:
    result = run_ripple(
        "scan", "--here", "--json", *options, folder=project, environment=environment
    )
    assert (result.code, json.loads(result.output)["diagnostics"]) == (0, [])
    graph = parse_export(run_ripple("export", folder=project, environment=environment).output)
    return {(source, target) for source, kind, target in graph.edges if kind == "calls"}


def test_a_language_of_its_own_folder(tmp_path: Path, environment: dict[str, str]) -> None:
    project = write_files(tmp_path / "project", PROJECT)
    expected = {
        ("shop.tiny::buy", "prices.tiny::total"),
        ("shop.tiny::buy", "ext:builtins"),
        ("prices.tiny::total", "prices.tiny::hide_"),
        ("tests/shop.tiny::test_buy", "shop.tiny::buy"),
    }
    assert read_calls(project, environment) == expected
    listed = run_ripple("languages", folder=project, environment=environment).output
    assert "tiny          full           3  .tiny" in listed
    tests = run_ripple(
        "analyze-impact", "--tests-only", "prices.tiny", folder=project, environment=environment
    )
    assert tests.output.split() == ["tests/shop.tiny::test_buy"]


def test_its_updates_equal_full_scans(tmp_path: Path, environment: dict[str, str]) -> None:
    project = write_files(tmp_path / "project", PROJECT)
    before = read_calls(project, environment)
    write_files(project, {"prices.tiny": "function sum(thing)\nend\n"})
    removed = read_calls(project, environment)
    assert removed == read_calls(project, environment, "--full") != before
    write_files(project, {"prices.tiny": PROJECT["prices.tiny"]})
    assert read_calls(project, environment) == before
