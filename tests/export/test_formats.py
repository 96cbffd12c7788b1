"""Every format holds the whole graph, and names from a repository stay names."""

import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import networkx
import pytest

from ripplegraph import NotScannedError, open_project
from ripplegraph.export.quoting import quote_for_dot, quote_for_mermaid, quote_for_xml
from tests.support.graphs import export_bytes, read_graph, scan_files
from tests.support.shop import build_shop_history

NODE_KEYS = {"kind", "id", "type", "name", "path", "line", "end_line"}
EDGE_KEYS = {
    "kind",
    "type",
    "source",
    "target",
    "line",
    "resolution",
    "candidates",
    "confidence",
}
HOSTILE = "a\"b<c>&'`]#;|\\d%{}é\u202e\x1b[31m.py"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return build_shop_history(tmp_path / "shop").path


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    scan_files(tmp_path, {HOSTILE: "def f(): ...\nf()\n", "two\nlines.py": "def g(): ...\n"})
    return tmp_path


def test_jsonl_has_these_keys(shop: Path) -> None:
    graph = read_graph(shop)
    assert all(set(row) >= NODE_KEYS for row in graph.nodes.values())
    shown = {edge: row["evidence"] for edge, row in graph.edges.items() if "evidence" in row}
    assert all(set(row) - {"evidence"} == EDGE_KEYS for row in graph.edges.values())
    assert set(shown.values()) == {"for types"}
    assert {kind for _, kind, _ in shown} == {"imports"}
    assert all(0 < row["confidence"] <= 1 for row in graph.edges.values())
    resolutions = {row["resolution"] for row in graph.edges.values()}
    assert resolutions <= {"exact", "inferred", "ambiguous"}


def test_jsonl_names_nodes_before_edges(shop: Path) -> None:
    kinds = [json.loads(line)["kind"] for line in export_bytes(shop).splitlines()]
    assert kinds == sorted(kinds, reverse=True)


def test_a_call_at_module_level_comes_from_the_file(tmp_path: Path) -> None:
    graph = scan_files(tmp_path, {"m.py": "def f(): ...\n\nf()\n"})
    assert graph.edges["m.py", "calls", "m.py::f"]["line"] == 3


def test_graphml_is_read_back(shop: Path) -> None:
    graph = read_graph(shop)
    read = networkx.read_graphml(io.BytesIO(export_bytes(shop, "graphml")), force_multigraph=True)
    assert set(read.nodes) == set(graph.nodes)
    assert read.number_of_edges() == len(graph.edges)
    assert read.nodes["shop/models.py::Order"]["type"] == "class"


def test_dot_and_mermaid_have_a_line_for_everything(shop: Path) -> None:
    graph = read_graph(shop)
    dot = export_bytes(shop, "dot").decode().splitlines()
    assert sum(" -> " in line and "[label=" in line for line in dot) == len(graph.edges)
    assert len(dot) == len(graph.nodes) + len(graph.edges) + 2
    mermaid = export_bytes(shop, "mermaid").decode().splitlines()
    assert len(mermaid) == len(graph.nodes) + len(graph.edges) + 1
    line = re.compile(r'  n\d+(\["[^"]*"\]| (-->|-\.->)\|\w+\| n\d+)')
    assert all(line.fullmatch(text) for text in mermaid[1:])


def test_networkx_has_readable_ids_and_a_key_for_each_kind(shop: Path) -> None:
    graph = read_graph(shop)
    built = open_project(shop).to_networkx()
    assert set(built.nodes) == set(graph.nodes)
    assert {(s, key, t) for s, t, key in built.edges(keys=True)} == set(graph.edges)
    assert built.nodes["shop/models.py::Order"]["type"] == "class"


def test_hostile_names_stay_names(hostile: Path) -> None:
    graph = read_graph(hostile)
    assert f"{HOSTILE}::f" in graph.nodes
    root = ElementTree.fromstring(export_bytes(hostile, "graphml"))  # noqa: S314 - our own
    names = [item.get("id") for item in root.iter("{http://graphml.graphdrawing.org/xmlns}node")]
    assert len(names) == len(graph.nodes)
    for format_name in ("dot", "mermaid", "graphml"):
        text = export_bytes(hostile, format_name).decode()
        assert "\x1b" not in text
        assert len(text.splitlines()) == len(text.split("\n")) - 1
    dot = export_bytes(hostile, "dot").decode().splitlines()[1:-1]
    string = r'"(?:[^"\\]|\\.)*"'
    assert all(re.fullmatch(rf"  {string}( -> {string})? \[\w+={string}\];", line) for line in dot)


@pytest.mark.parametrize(
    ("text", "dot", "xml", "mermaid"),
    [
        ('a"b', '"a\\"b"', "a&quot;b", '"a#34;b"'),
        ("a\\", '"a\\\\"', "a\\", '"a#92;"'),
        ("a\nb", '"a\\\\u000ab"', "a\\u000ab", '"a#92;u000ab"'),
        ("<&>", '"<&>"', "&lt;&amp;&gt;", '"#60;#38;#62;"'),
        ("`x`", '"`x`"', "`x`", '"#96;x#96;"'),
    ],
)
def test_quoting(text: str, dot: str, xml: str, mermaid: str) -> None:
    assert quote_for_dot(text) == dot
    assert quote_for_xml(text) == xml
    assert quote_for_mermaid(text) == mermaid


def test_the_first_scan_comes_by_itself_only_inside_git(repository: Path, tmp_path: Path) -> None:
    assert "a.py" in read_graph(repository).nodes
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "ripple.toml").touch()
    with pytest.raises(NotScannedError) as caught:
        read_graph(outside)
    assert "ripple scan" in caught.value.hint
    assert not (outside / ".ripple").exists()
