"""Ids are put together and taken apart without loss."""

import pytest

from ripplegraph.graph.ids import build_node_id, split_node_id


@pytest.mark.parametrize(
    ("node_id", "path", "label"),
    [
        ("src/auth.py", "src/auth.py", ""),
        ("src/auth.py::Login.verify#2", "src/auth.py", "Login.verify#2"),
        ("src/auth.py::<import a::b>", "src/auth.py", "<import a::b>"),
        ("src/auth.ts::<import ./x/>", "src/auth.ts", "<import ./x/>"),
        ("src/auth/", None, "src/auth/"),
        ("ext:requests", None, "ext:requests"),
        ("invariant:stock", None, "invariant:stock"),
    ],
)
def test_there_and_back(node_id: str, path: str | None, label: str) -> None:
    assert split_node_id(node_id) == (path, label)
    assert build_node_id(path, label) == node_id


def test_a_label_that_ends_like_a_directory_belongs_to_its_file() -> None:
    assert split_node_id("a.ts::odd/") == ("a.ts", "odd/")
