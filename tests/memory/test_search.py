"""Searching by words: with and without an index, with marks that mean something in SQL."""

from pathlib import Path

import pytest

from ripplegraph.errors import UsageError
from ripplegraph.store.memory import text_index
from ripplegraph.store.memory.memory_reader import MemoryFilter
from tests.support.memories import Notebook

TEXTS = {
    "cache": "The session cache is cleared by resetCaches() at 100% load.",
    "pool": "get_pool returns one pool for all threads.",
    "quote": 'Quotes like "this" and it\'s AND OR NOT NEAR are fine; so is a* (b).',
    "percent": "Use %s, never format strings.",
    "chinese": "缓存必须先清空再测试",
}


@pytest.fixture(params=["index", "no index"])
def notebook(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Notebook:
    if request.param == "no index":
        monkeypatch.setattr(text_index, "has_fts5", lambda: False)
    notebook = Notebook(tmp_path)
    for name, text in TEXTS.items():
        notebook.remember(text, title=name)
    return notebook


def find(notebook: Notebook, query: str, **wanted: object) -> list[str]:
    found = notebook.service.search(query, MemoryFilter(**wanted), limit=10)  # type: ignore[arg-type]
    return [memory.title for memory in found.memories]


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ("session", ["cache"]),
        ("sess cle", ["cache"]),
        ("resetCaches", ["cache"]),
        ("caches", ["cache"]),
        ("get_pool()", ["pool"]),
        ("POOL threads", ["pool"]),
        ("pool cache", []),
        ("%", ["cache", "percent"]),
        ("_", ["pool"]),
        ("100%", ["cache"]),
        ('"this"', ["quote"]),
        ("it's", ["quote"]),
        ("AND OR NOT NEAR", ["quote"]),
        ("a* (b) fine", ["quote"]),
        ("清空", ["chinese"]),
        ("缓存", ["chinese"]),
        ("nothing of that", []),
        ("'; DROP TABLE memories; --", []),
    ],
)
def test_a_search_finds_what_holds_all_words(
    notebook: Notebook, query: str, titles: list[str]
) -> None:
    assert sorted(find(notebook, query)) == titles


@pytest.mark.parametrize("query", ["", "  ", "x" * 2_000])
def test_a_question_must_have_a_fair_length(notebook: Notebook, query: str) -> None:
    with pytest.raises(UsageError):
        find(notebook, query)


def test_the_more_trusted_of_equals_comes_first(notebook: Notebook) -> None:
    notebook.remember("Deploys go through the gateway alpha.", title="low", confidence=0.2)
    notebook.remember("Deploys go through the gateway omega.", title="high", confidence=0.9)
    assert find(notebook, "deploys gateway") == ["high", "low"]


def test_filters_narrow_a_search(notebook: Notebook) -> None:
    notebook.clock.now = "2026-02-01T00:00:00.000Z"
    notebook.remember("The pool of workers is small.", title="new", tags=("t",), session="s")
    assert sorted(find(notebook, "pool")) == ["new", "pool"]
    assert find(notebook, "pool", tag="t") == ["new"]
    assert find(notebook, "pool", after="2026-01-15T00:00:00.000Z") == ["new"]
    assert find(notebook, "pool", before="2026-01-15T00:00:00.000Z") == ["pool"]
    assert find(notebook, "pool", not_session="s") == ["pool"]
    assert find(notebook, "pool", types=["gotcha"]) == []


def test_what_is_left_out_is_counted(notebook: Notebook) -> None:
    for name in ("red", "green", "blue"):
        notebook.remember(f"The {name} lamp is on.")
    found = notebook.service.search("lamp", None, limit=1)
    assert (found.matched, found.returned, found.omitted) == (3, 1, 2)


def test_an_index_that_fell_behind_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notebook = Notebook(tmp_path)
    notebook.remember("The first lamp")
    with monkeypatch.context() as patch:
        patch.setattr(text_index, "has_fts5", lambda: False)
        notebook.remember("The second lamp")
    assert len(find(notebook, "lamp")) == 2
    notebook.remember("The third lamp")
    assert len(find(notebook, "lamp")) == 3
