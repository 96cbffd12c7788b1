"""Searching for what is near a question: by words, by vectors, by code; and what is left out."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from ripplegraph.embeddings.bundled import BundledModel
from ripplegraph.embeddings.provider import Provider
from ripplegraph.embeddings.vectors import Matrix, build_matrix
from ripplegraph.errors import EmbeddingError, UsageError
from ripplegraph.memory.types.registry import build_registry
from ripplegraph.memory.writing.edits import Edit
from ripplegraph.retrieval.report import RankedMemories
from ripplegraph.retrieval.request import Imagine, SearchRequest
from ripplegraph.retrieval.service import SearchService
from ripplegraph.store.connection import open_for_reading
from ripplegraph.store.memory.memory_reader import MemoryFilter
from ripplegraph.store.memory.vectors import count_vectors
from tests.support.databases import execute, graph_of, record_scan
from tests.support.memories import Notebook, after_days

QUESTION = "Why is a customer billed twice after a slow payment?"
CHARGE = "Retries repeat the charge when the gateway times out."
COOKIE = "The session cookie must be marked secure before a deploy."
LOGO = "The colours of the logo are blue and green."


class OtherModel:
    """The offline model under another name, which makes it another model."""

    batch = 2
    eager = 100

    def __init__(self, model: str = "other") -> None:
        self.model = model

    def embed(self, texts: Sequence[str]) -> Matrix:
        return BundledModel().embed(texts)


class DeadModel:
    """A server that does not answer."""

    model = "dead"
    batch = 8
    eager = 8

    def embed(self, texts: Sequence[str]) -> Matrix:  # noqa: ARG002 - the interface
        raise EmbeddingError("The server is gone.", hint="Start it.")


@pytest.fixture
def notebook(tmp_path: Path) -> Notebook:
    notebook = Notebook(tmp_path)
    for title, text in (("charge", CHARGE), ("cookie", COOKIE), ("logo", LOGO)):
        notebook.remember(text, title=title, type="gotcha")
    return notebook


def find(
    notebook: Notebook,
    query: str = QUESTION,
    *,
    chain: Sequence[Provider] = (),
    imagine: Imagine | None = None,
    **options: Any,
) -> RankedMemories:
    service = SearchService(
        notebook.database,
        root=notebook.root,
        graph=graph_of(notebook.root),
        registry=build_registry(),
        clock=notebook.clock,
    )
    request = SearchRequest(query, **options)
    return service.rank(request, build_chain=lambda: chain, imagine=imagine)


def name(found: RankedMemories) -> list[str]:
    return [memory.title for memory in found.memories]


def count(notebook: Notebook) -> dict[str, int]:
    with open_for_reading(notebook.database) as connection:
        return {row.model: row.memories for row in count_vectors(connection)}


def test_a_question_is_answered_by_meaning_where_no_word_is_shared(notebook: Notebook) -> None:
    found = find(notebook, chain=[BundledModel()])
    assert name(found)[0] == "charge"
    assert found.ranking.model == BundledModel.model
    assert found.memories[0].score.lists["vectors"].rank == 1


def test_without_vectors_the_other_lists_share_all_weight(notebook: Notebook) -> None:
    found = find(notebook, "Must the cookie be secure when we deploy it?")
    assert name(found)[0] == "cookie"
    assert found.ranking.weights == {"text": 1.0}
    assert found.memories[0].score.relevance == 1.0
    assert "No model" in found.ranking.notes[0]


def test_words_are_looked_for_as_words(notebook: Notebook) -> None:
    found = find(notebook, "secure cookie", chain=[DeadModel()])
    assert (name(found), found.ranking.mode) == (["cookie"], "words")
    assert find(notebook, "cookie logo").matched == 0
    assert find(notebook, "cookie logo", mode="text").matched == 2


def test_vectors_are_kept_and_made_once(notebook: Notebook) -> None:
    find(notebook, chain=[OtherModel()])
    assert count(notebook) == {"other": 3}

    class Counting(OtherModel):
        asked: list[int] = []  # noqa: RUF012 - one test

        def embed(self, texts: Sequence[str]) -> Matrix:
            self.asked.append(len(texts))
            return super().embed(texts)

    find(notebook, chain=[Counting()])
    assert Counting.asked == [1]


def test_vectors_of_other_models_are_never_compared(notebook: Notebook) -> None:
    find(notebook, chain=[OtherModel("first")])
    execute(notebook.database, "UPDATE memory_vectors SET vector = zeroblob(length(vector))")
    found = find(notebook, chain=[OtherModel("second")])
    assert name(found)[0] == "charge"
    assert count(notebook) == {"first": 3, "second": 3}


def test_a_vector_goes_with_the_text_it_was_made_from(notebook: Notebook) -> None:
    first = find(notebook, chain=[OtherModel()]).memories[0]
    notebook.service.edit(
        first.id,
        Edit(title="logo two", content="The logo has blue colours."),
        actor="user",
        reason="",
    )
    assert count(notebook) == {"other": 2}
    found = find(notebook, "which colours has the logo?", chain=[OtherModel()], mode="vectors")
    assert set(name(found)[:2]) == {"logo", "logo two"}


def test_a_change_of_anything_else_keeps_the_vector(notebook: Notebook) -> None:
    first = find(notebook, chain=[OtherModel()]).memories[0]
    notebook.service.confirm(first.id, source="user_taught", actor="user", reason="")
    assert count(notebook) == {"other": 3}


def test_the_next_model_stands_in_for_one_that_does_not_answer(notebook: Notebook) -> None:
    found = find(notebook, chain=[DeadModel(), OtherModel()])
    assert (name(found)[0], found.ranking.model) == ("charge", "other")
    assert "The server is gone." in found.ranking.notes[0]


def test_without_any_model_that_answers_words_remain(notebook: Notebook) -> None:
    found = find(notebook, "Must the cookie be secure when we deploy?", chain=[DeadModel()])
    assert name(found)[0] == "cookie"
    assert found.ranking.model is None


def test_types_that_are_figures_get_no_vector(notebook: Notebook) -> None:
    notebook.remember("Work on billing takes 9000 tokens.", type="context_cost")
    find(notebook, chain=[OtherModel()])
    assert count(notebook) == {"other": 3}


def test_a_phase_moves_what_matters_in_it_to_the_front(notebook: Notebook) -> None:
    notebook.remember("Payment is slow by decision of the bank.", title="why", type="decision")
    notebook.remember("Payment is slow on the second try.", title="trap", type="gotcha")
    query = "what is known about a slow payment?"
    assert name(find(notebook, query, phase="implement"))[0] == "trap"
    assert name(find(notebook, query, phase="explore"))[0] == "why"
    assert find(notebook, query).memories[0].score.phase == 1.0


def test_a_hat_prefers_its_own_and_related_roles(notebook: Notebook) -> None:
    for role in ("critic", "planner", "explorer"):
        notebook.remember(f"Slow payment {role} note.", title=role, role=role)
    query = "what is known about a slow payment?"
    assert name(find(notebook, query, hat="planner"))[:2] == ["planner", "explorer"]
    assert name(find(notebook, query, hat="critic"))[0] == "critic"
    scores = {
        memory.title: memory.score for memory in find(notebook, query, hat="planner").memories
    }
    assert scores["planner"].hat > scores["explorer"].hat > scores["critic"].hat > 1


def test_a_related_hat_is_not_shut_out_of_injections(notebook: Notebook) -> None:
    notebook.remember("Slow payment note.", title="r", role="explorer", confidence=0.6)
    query = "what is known about a slow payment?"
    assert "r" in name(find(notebook, query, hat="planner", injecting=True))


def test_use_and_age_weigh_little_against_relevance(notebook: Notebook) -> None:
    notebook.clock.now = after_days(400)
    notebook.remember("A slow lunch.", title="new")
    assert name(find(notebook, "why is a slow payment charged again by retries?"))[0] == "charge"


def test_only_the_last_sessions(notebook: Notebook) -> None:
    for day, session in enumerate(("s1", "s2", "s3")):
        notebook.clock.now = after_days(day + 1)
        notebook.remember(f"The lamp of {session} is on.", title=session, session=session)
    assert sorted(name(find(notebook, "lamp", last_sessions=2))) == ["s2", "s3"]


def test_around_a_memory_or_a_task(notebook: Notebook) -> None:
    made = {}
    for day in (0, 10, 20):
        notebook.clock.now = after_days(day)
        made[day] = notebook.remember(
            f"The lamp of day {day} is on.", title=f"d{day}", task=f"t{day}"
        )
    assert name(find(notebook, "lamp", around=made[10].id)) == ["d10"]
    assert name(find(notebook, "lamp", around="t20")) == ["d20"]
    assert name(find(notebook, "lamp", around="t20", window_days=11)) == ["d20", "d10"]
    with pytest.raises(UsageError, match="no work unit, no memory and no commit"):
        find(notebook, "lamp", around="--output=x")


def test_an_injection_leaves_out_the_own_session(notebook: Notebook) -> None:
    notebook.remember("Slow payment, says this session.", title="own", session="now")
    query = "what is known about a slow payment?"
    found = find(notebook, query, session="now", injecting=True)
    assert "own" not in name(found)
    assert found.left_out["own_session"] == 1
    assert "own" in name(find(notebook, query, session="now"))


def test_what_is_stale_comes_last_and_is_never_injected(notebook: Notebook) -> None:
    old = notebook.remember("A slow payment is booked twice by the cron job.", title="old")
    notebook.remember("A slow payment shows a spinner.", title="new")
    graph = graph_of(notebook.root)
    record_scan(graph, commit="c", tree="t")
    query = "is a slow payment booked twice by the job?"
    assert name(find(notebook, query))[0] == "old"
    execute(
        graph,
        "INSERT INTO memory_verdicts (memory, basis, verdict, checked_at, report) "
        f"VALUES ('{old.id}', 'b', 'gone', '2026-01-01T00:00:00.000Z', '{{}}')",
    )
    found = find(notebook, query)
    assert name(found)[-1] == "old"
    assert found.memories[-1].score.freshness == 0.2
    injected = find(notebook, query, injecting=True)
    assert "old" not in name(injected)
    assert injected.left_out["stale"] == 1


def test_what_is_near_a_file_in_the_graph_comes_first(notebook: Notebook) -> None:
    record_scan(graph_of(notebook.root), commit="c", tree="t")
    for file in ("a.py", "b.py", "far.py"):
        notebook.remember(
            f"Mind the order of calls in {file}.",
            title=file, about=(file,), allow_unresolved=True,
        )  # fmt: skip
    query = "what about the order of calls?"
    found = find(notebook, query, files=("a.py",))
    assert name(found)[:2] == ["a.py", "b.py"]
    assert found.ranking.files == ("a.py",)
    assert name(find(notebook, "what about the order of calls in b.py?"))[:2] == ["b.py", "a.py"]


def test_a_language_model_is_asked_only_where_little_is_near(notebook: Notebook) -> None:
    asked: list[str] = []

    def imagine(question: str) -> str:
        asked.append(question)
        return CHARGE

    strange = "zzqx vlorp gnaf wibble snee quux?"
    found = find(notebook, strange, chain=[BundledModel()], imagine=imagine, mode="vectors")
    assert name(found)[0] == "charge"
    assert asked == [strange]
    for number in range(3):
        notebook.remember(f"{QUESTION} See note {number}.")
    find(notebook, chain=[BundledModel()], imagine=imagine)
    assert len(asked) == 1


def test_a_language_model_that_fails_changes_nothing(notebook: Notebook) -> None:
    plain = find(notebook, chain=[BundledModel()])
    assert name(find(notebook, chain=[BundledModel()], imagine=lambda _: "")) == name(plain)


def test_without_vectors_the_words_of_an_imagined_answer_are_looked_for(notebook: Notebook) -> None:
    strange = "zzqx vlorp gnaf wibble snee quux?"
    assert not find(notebook, strange).memories
    found = find(notebook, strange, imagine=lambda _: CHARGE)
    assert name(found)[0] == "charge"


class Sized:
    """A model whose vectors have a length of their own."""

    model, batch, eager = "sized", 8, 50

    def __init__(self, length: int) -> None:
        self._length = length

    def embed(self, texts: Sequence[str]) -> Matrix:
        return build_matrix([[1.0] * self._length] * len(texts), count=len(texts), model="sized")


def test_vectors_that_cannot_be_compared_are_told(notebook: Notebook) -> None:
    assert not find(notebook, chain=[Sized(4)], mode="vectors").ranking.notes
    changed = find(notebook, chain=[Sized(6)], mode="vectors")
    (note,) = changed.ranking.notes
    assert note.startswith("3 vectors are not as long as")
    assert not changed.memories


@pytest.mark.parametrize(
    "options",
    [{"mode": "vectors"}, {"wanted": MemoryFilter(types=["preference"])}],
    ids=["there are no vectors to search", "there is nothing to find"],
)
def test_a_language_model_that_cannot_help_is_not_asked(
    notebook: Notebook, options: dict[str, Any]
) -> None:
    asked: list[str] = []

    def imagine(question: str) -> str:
        asked.append(question)
        return CHARGE

    assert not find(notebook, imagine=imagine, **options).memories
    assert not asked


def test_what_is_left_out_is_counted(notebook: Notebook) -> None:
    notebook.remember("A slow payment is a charge that waits.")
    found = find(notebook, "why is a charge of a slow payment repeated?", limit=1)
    assert found.returned == 1
    assert found.matched == found.returned + found.omitted
    assert found.matched > 1


@pytest.mark.parametrize(
    "options",
    [{"mode": "x"}, {"phase": "x"}, {"hat": "x"}, {"window_days": 0}, {"last_sessions": 0}],
)
def test_what_no_search_can_do_is_refused(notebook: Notebook, options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        find(notebook, **options)


def test_filters_narrow_every_list(notebook: Notebook) -> None:
    notebook.remember("Slow payments repeat the charge.", title="fact", type="fact")
    for mode in ("text", "vectors", "fused"):
        found = find(
            notebook, chain=[BundledModel()], mode=mode, wanted=MemoryFilter(types=["fact"])
        )
        assert name(found) == ["fact"], mode


def test_nothing_is_found_before_anything_was_written(tmp_path: Path) -> None:
    assert find(Notebook(tmp_path)).matched == 0
