"""The graph in other formats, one line at a time, so that it never has to fit into memory."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from ripplegraph.export.quoting import quote_for_dot, quote_for_mermaid, quote_for_xml
from ripplegraph.graph.knowledge import LogicalEdge
from ripplegraph.graph.model import Resolution
from ripplegraph.store.graph.graph_reader import StoredEdge, StoredNode

Edge = StoredEdge | LogicalEdge
Format = Callable[[Iterable[StoredNode], Iterable[Edge]], Iterator[str]]

ORIGIN: Final = "knowledge"
"""Marks what people and agents added to the graph."""
_OPTIONAL: Final = (
    "language",
    "signature",
    "doc",
    "body_fingerprint",
    "signature_fingerprint",
)
_GRAPHML_NODE: Final = {
    "type": "string",
    "name": "string",
    "path": "string",
    "line": "int",
    "origin": "string",
}
_GRAPHML_EDGE: Final = {
    "type": "string",
    "line": "int",
    "resolution": "string",
    "candidates": "int",
    "confidence": "double",
    "evidence": "string",
    "origin": "string",
}


def describe_node(node: StoredNode) -> dict[str, Any]:
    """Return a node as plain values; what a node does not have is left out."""
    described: dict[str, Any] = {
        "id": node.id,
        "type": node.kind.value,
        "name": node.name,
        "path": node.path,
        "line": node.line,
        "end_line": node.end_line,
    }
    for name in _OPTIONAL:
        value = getattr(node, name)
        if value is not None:
            described[name] = value
    if node.metadata is not None:
        described |= json.loads(node.metadata)
    return described


def describe_edge(edge: Edge) -> dict[str, Any]:
    """Return an edge as plain values: *source depends on target*."""
    if isinstance(edge, LogicalEdge):
        return _describe_link(edge)
    described: dict[str, Any] = {
        "type": edge.kind.value,
        "source": edge.source,
        "target": edge.target,
        "line": edge.line,
        "resolution": edge.resolution.value,
        "candidates": edge.candidates,
        "confidence": edge.confidence,
    }
    return described if edge.evidence is None else described | {"evidence": edge.evidence}


def _describe_link(edge: LogicalEdge) -> dict[str, Any]:
    """Return a link with the keys of other edges, and what only links have."""
    return {
        "type": edge.kind.value,
        "source": edge.source,
        "target": edge.target,
        "line": None,
        "resolution": Resolution.EXACT.value,
        "candidates": 1,
        "confidence": edge.confidence,
        "origin": ORIGIN,
        "weight": edge.weight,
        "auto_extracted": edge.auto_extracted,
        "memory": edge.memory,
        "why": edge.why,
    }


def write_jsonl(nodes: Iterable[StoredNode], edges: Iterable[Edge]) -> Iterator[str]:
    """One JSON object a line, nodes first."""
    for node in nodes:
        yield json.dumps({"kind": "node", **describe_node(node)})
    for edge in edges:
        yield json.dumps({"kind": "edge", **describe_edge(edge)})


def write_graphml(nodes: Iterable[StoredNode], edges: Iterable[Edge]) -> Iterator[str]:
    """GraphML, as Gephi, yEd and networkx read it."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for target, keys in (("node", _GRAPHML_NODE), ("edge", _GRAPHML_EDGE)):
        for key, kind in keys.items():
            yield f'<key id="{target}_{key}" for="{target}" attr.name="{key}" attr.type="{kind}"/>'
    yield '<graph edgedefault="directed">'
    for node in nodes:
        data = _write_graphml_data("node", _GRAPHML_NODE, describe_node(node))
        yield f'<node id="{quote_for_xml(node.id)}">{data}</node>'
    for edge in edges:
        data = _write_graphml_data("edge", _GRAPHML_EDGE, describe_edge(edge))
        ends = f'source="{quote_for_xml(edge.source)}" target="{quote_for_xml(edge.target)}"'
        yield f"<edge {ends}>{data}</edge>"
    yield "</graph>"
    yield "</graphml>"


def write_dot(nodes: Iterable[StoredNode], edges: Iterable[Edge]) -> Iterator[str]:
    """The language of Graphviz."""
    yield "digraph ripple {"
    for node in nodes:
        yield f"  {quote_for_dot(node.id)} [type={quote_for_dot(node.kind.value)}];"
    for edge in edges:
        style = _DOT_STYLES[_get_look(edge)]
        ends = f"{quote_for_dot(edge.source)} -> {quote_for_dot(edge.target)}"
        yield f"  {ends} [label={quote_for_dot(edge.kind.value)}{style}];"
    yield "}"


def write_mermaid(nodes: Iterable[StoredNode], edges: Iterable[Edge]) -> Iterator[str]:
    """A Mermaid flowchart, whose nodes must have simple names."""
    yield "flowchart LR"
    names: dict[str, str] = {}
    for number, node in enumerate(nodes):
        names[node.id] = f"n{number}"
        yield f"  n{number}[{quote_for_mermaid(node.id)}]"
    for edge in edges:
        arrow = _MERMAID_ARROWS[_get_look(edge)]
        yield f"  {names[edge.source]} {arrow}|{edge.kind.value}| {names[edge.target]}"


def _get_look(edge: Edge) -> str:
    """Say which kind of line an edge is drawn with."""
    if isinstance(edge, LogicalEdge):
        return "link"
    return "unsure" if edge.resolution is Resolution.AMBIGUOUS else "sure"


_DOT_STYLES: Final = {"sure": "", "unsure": ', style="dashed"', "link": ', style="bold"'}
_MERMAID_ARROWS: Final = {"sure": "-->", "unsure": "-.->", "link": "==>"}


def _write_graphml_data(target: str, keys: Mapping[str, str], values: Mapping[str, Any]) -> str:
    return "".join(
        f'<data key="{target}_{key}">{quote_for_xml(str(values[key]))}</data>'
        for key in keys
        if values.get(key) is not None
    )


FORMATS: Final[Mapping[str, Format]] = {
    "jsonl": write_jsonl,
    "graphml": write_graphml,
    "dot": write_dot,
    "mermaid": write_mermaid,
}
