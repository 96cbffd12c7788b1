"""Nodes of knowledge have one name each, however it was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from ripplegraph.graph.ids import KNOWLEDGE_PREFIXES, get_path, is_knowledge, split_node_id
from ripplegraph.graph.knowledge import (
    LINK_KINDS,
    get_knowledge_kind,
    normalise_knowledge,
)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("invariant:Stock never negative!", "invariant:stock-never-negative"),
        ("invariant:stock_never__negative", "invariant:stock-never-negative"),
        ("decision: ADR-12: use/SQLite", "decision:adr-12-use-sqlite"),
        ("pattern:a::b*", "pattern:a-b"),
        ("dataflow:\u00c9tat \ufb01nal", "dataflow:\u00e9tat-final"),
        ("dataflow:E\u0301tat final", "dataflow:\u00e9tat-final"),
        ("pattern:", None),
        ("pattern: -/.. ", None),
        ("pattern:\udcff", None),
    ],
)
def test_a_name_has_one_form(written: str, name: str | None) -> None:
    assert normalise_knowledge(written) == name


@given(some.sampled_from(KNOWLEDGE_PREFIXES), some.text(min_size=1))
def test_the_form_is_final_and_is_no_path(prefix: str, text: str) -> None:
    name = normalise_knowledge(prefix + text)
    if name is not None:
        assert normalise_knowledge(name) == name
        assert is_knowledge(name)
        assert not set("/*?[ .:#") & set(name.removeprefix(prefix))
        assert get_path(name) is None
        assert split_node_id(name) == (None, name)


def test_every_prefix_is_a_kind_of_node() -> None:
    assert [f"{get_knowledge_kind(prefix)}:" for prefix in KNOWLEDGE_PREFIXES] == [
        *KNOWLEDGE_PREFIXES
    ]
    assert all(kind.is_dependency for kind in LINK_KINDS)
