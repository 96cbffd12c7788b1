"""Making all vectors: in batches, cut short and taken up again, with one model or the next."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from ripplegraph.embeddings.bundled import BundledModel
from ripplegraph.embeddings.provider import Provider
from ripplegraph.embeddings.vectors import Matrix
from ripplegraph.errors import EmbeddingError
from ripplegraph.memory.types.registry import build_registry
from ripplegraph.retrieval.vector_rebuild import ReindexReport, reindex
from ripplegraph.store.connection import open_for_reading
from ripplegraph.store.memory.vectors import count_vectors
from tests.support.memories import Notebook


class Shaky:
    """A model that answers a number of times and then no more."""

    batch = 2
    eager = 2

    def __init__(self, answers: int, model: str = "shaky") -> None:
        self.model = model
        self.answers = answers

    def embed(self, texts: Sequence[str]) -> Matrix:
        if not self.answers:
            raise EmbeddingError("It went away.", hint="Bring it back.")
        self.answers -= 1
        return BundledModel().embed(texts)


@pytest.fixture
def notebook(tmp_path: Path) -> Notebook:
    notebook = Notebook(tmp_path)
    for number in range(7):
        notebook.remember(f"Lamp number {number} hangs in room {number}.")
    return notebook


def run(notebook: Notebook, *chain: Provider, anew: bool = False) -> ReindexReport:
    return reindex(notebook.database, chain, build_registry(), clock=notebook.clock, anew=anew)


def count(notebook: Notebook) -> dict[str, int]:
    with open_for_reading(notebook.database) as connection:
        return {row.model: row.memories for row in count_vectors(connection)}


def test_every_memory_gets_a_vector_and_the_work_is_told(notebook: Notebook) -> None:
    told: list[tuple[str, int, int]] = []
    report = reindex(
        notebook.database,
        [Shaky(-1)],
        build_registry(),
        clock=notebook.clock,
        on_progress=lambda *step: told.append(step),
    )
    assert (report.made, report.memories, report.model) == (7, 7, "shaky")
    assert told == [("embed", done, 7) for done in (2, 4, 6, 7)]


def test_what_was_made_stays_and_the_rest_comes_later(notebook: Notebook) -> None:
    with pytest.raises(EmbeddingError, match="4 vectors were made and stay"):
        run(notebook, Shaky(2))
    assert count(notebook) == {"shaky": 4}
    assert run(notebook, Shaky(-1)).made == 3
    assert count(notebook) == {"shaky": 7}


def test_a_second_run_makes_nothing(notebook: Notebook) -> None:
    run(notebook, Shaky(-1))
    assert run(notebook, Shaky(0)).made == 0


def test_vectors_of_other_models_go_when_all_are_made(notebook: Notebook) -> None:
    run(notebook, Shaky(-1, "first"))
    with pytest.raises(EmbeddingError):
        run(notebook, Shaky(1, "second"))
    assert count(notebook) == {"first": 7, "second": 2}
    assert run(notebook, Shaky(-1, "second")).removed == 7
    assert count(notebook) == {"second": 7}


def test_the_next_model_is_taken_where_the_first_never_answers(notebook: Notebook) -> None:
    report = run(notebook, Shaky(0, "first"), Shaky(-1, "second"))
    assert (report.model, report.made, report.notes) == ("second", 7, ("It went away.",))


def test_all_can_be_made_again_but_not_by_a_model_that_is_gone(notebook: Notebook) -> None:
    run(notebook, Shaky(-1))
    with pytest.raises(EmbeddingError):
        run(notebook, Shaky(0), anew=True)
    assert count(notebook) == {"shaky": 7}
    assert run(notebook, Shaky(-1), anew=True).made == 7


def test_there_may_be_nothing_to_do(tmp_path: Path) -> None:
    assert run(Notebook(tmp_path), Shaky(0)).memories == 0
