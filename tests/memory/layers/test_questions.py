"""What was tried, what worked for similar tasks, how often, and how agents did."""

import pytest

from ripplegraph.errors import UsageError
from ripplegraph.memory.services.work import TaskAttempts
from ripplegraph.memory.work.episodes import EpisodeEdit
from ripplegraph.memory.work.similar_tasks import SuccessList
from ripplegraph.memory.work.stems import find_stems
from ripplegraph.memory.work.success_rates import AgentList, RateList, find_lowest_rate
from ripplegraph.store.records.work_records import EpisodeFilter
from tests.support.layers import BOSS, ONE, TWO, Office
from tests.support.memories import Notebook, after_days


def ask_tried(office: Office, task: str) -> TaskAttempts:
    return office.work.build_tried(task, office.work.list_task_memories(task))


def ask_worked(office: Office, question: str | None, task: str | None = None) -> SuccessList:
    return office.work.find_successes(question, task_id=task, limit=None)


def ask_rates(office: Office, **wanted: str) -> RateList:
    return office.work.compute_rates(EpisodeFilter(**wanted), limit=None)


def ask_agents(office: Office, *, weekly: bool = False) -> AgentList:
    return office.work.compare_agents(EpisodeFilter(), weekly=weekly)


def test_an_orchestrator_plans_anew_with_what_is_on_record(office: Office) -> None:
    """Agents work on two tasks; before it assigns again, the orchestrator asks."""
    notebook = Notebook(office.root, office.clock)
    (office.root / "client.py").write_text("TIMEOUT = 30\n")
    office.log("http-1", "failed", "Retry requests with backoff", ONE, outcome="Still times out.")
    notebook.remember(
        "Retrying cannot help: the server closes the connection.", type="dead_end", task="http-1"
    )
    office.log("http-1", "retried", "Raise the client timeout", TWO, files=("client.py",))
    office.log(
        "http-1", "completed", "Raise the client timeout", TWO, outcome="Tests pass.", derive=True
    )
    office.make("client.py", TWO, task="http-1", description="The new timeout.")
    office.log("css-7", "completed", "Move the button into the footer", ONE)

    tried = ask_tried(office, "http-1")
    assert [e.action for e in tried.episodes] == ["failed", "retried", "completed"]
    assert [view.type for view in tried.dead_ends] == ["dead_end"]
    assert [view.details["succeeded"] for view in tried.outcomes] == [True]
    worked = ask_worked(office, "Requests of the new client are timing out: timeout 30")
    assert [s.episode.approach for s in worked.successes] == ["Raise the client timeout"]
    assert worked.successes[0].failed_before == 1
    rates = {rate.approach: rate.tally.success_rate for rate in ask_rates(office).rates}
    assert rates["Raise the client timeout"] == 1
    assert rates["Retry requests with backoff"] == 0
    agents = {agent.agent_id: agent.tally for agent in ask_agents(office).agents}
    assert (agents["one"].success_rate, agents["two"].success_rate) == (0.5, 1)
    inputs = office.artifacts(task_id="http-1")
    assert [(a.path, a.status) for a in inputs] == [("client.py", "unchanged")]


def test_nothing_on_record_is_an_empty_answer(office: Office) -> None:
    for _ in range(2):
        tried = ask_tried(office, "t1")
        assert (tried.episodes, tried.dead_ends, tried.outcomes) == ((), (), ())
        assert ask_worked(office, "anything").successes == ()
        assert ask_rates(office).rates == ()
        assert ask_agents(office).agents == ()
        assert office.episodes() == []
        office.know("tabs", "Tabs.", BOSS)


def test_what_was_tried_is_of_that_task_alone(office: Office) -> None:
    notebook = Notebook(office.root, office.clock)
    office.log("t1", "failed", "X", derive=True)
    office.log("t11", "failed", "Y", derive=True)
    notebook.remember("Never Z.", type="pitfall", tags=("abandoned",), task="t1")
    notebook.remember("A gotcha is no dead end.", type="gotcha", task="t1")
    gone = notebook.remember("Flagged as wrong.", type="dead_end", task="t1")
    notebook.service.flag(gone.id, problem="wrong", original=None, actor="ann", reason="")
    tried = ask_tried(office, "t1")
    assert [e.approach for e in tried.episodes] == ["X"]
    assert [view.content for view in tried.dead_ends] == ["Never Z."]
    assert len(tried.outcomes) == 1


def test_the_most_similar_task_comes_first(office: Office) -> None:
    for task, approach in (
        ("a", "Cache sessions in Redis"),
        ("b", "Cache the sessions of users in memory"),
        ("c", "Sort the list of invoices"),
        ("d", "Write a test"),
    ):
        office.log(task, "completed", approach)
    found = ask_worked(office, "user sessions need caching in memory")
    assert [s.episode.task_id for s in found.successes] == ["b", "a"]
    assert found.successes[0].similarity > found.successes[1].similarity > 0
    assert "session" in found.successes[0].shared
    assert ask_worked(office, "of the in and").successes == ()
    assert ask_worked(office, "zebra").successes == ()


def test_a_rare_word_tells_more_than_a_common_one(office: Office) -> None:
    for number in range(5):
        office.log(f"t{number}", "completed", f"Fix test number {number}")
    office.log("rare", "completed", "Replace the websocket")
    found = ask_worked(office, "fix websocket")
    assert found.successes[0].episode.task_id == "rare"


def test_the_words_of_a_whole_task_count_for_what_worked(office: Office) -> None:
    office.log("a", "attempted", "Look at invoices", task_title="Invoices are printed twice")
    office.log("a", "completed", "Make the job idempotent", files=("billing/print.py",))
    office.log("b", "failed", "Print invoices once only")
    for question in ("invoices twice", "billing", "idempotency idempotent"):
        found = ask_worked(office, question)
        assert [s.episode.approach for s in found.successes] == ["Make the job idempotent"]


def test_a_task_may_stand_for_the_question(office: Office) -> None:
    office.log("old", "completed", "Raise the timeout of the HTTP client")
    office.log("new", "failed", "Retry the HTTP client")
    office.log("new", "completed", "Give up on the HTTP client")
    found = ask_worked(office, None, "new")
    assert [s.episode.task_id for s in found.successes] == ["old"]
    with pytest.raises(UsageError):
        ask_worked(office, None, "unknown")


def test_a_corrected_episode_is_found_by_its_new_words(office: Office) -> None:
    episode = office.log("a", "completed", "Raise the timeout")
    edit = EpisodeEdit(approach="Replace the websocket")
    office.work.edit_episode(episode.id, edit, BOSS, reason="")
    assert ask_worked(office, "timeout").successes == ()
    assert ask_worked(office, "websockets").matched == 1


def test_a_limit_leaves_out_the_least_similar(office: Office) -> None:
    for number in range(5):
        office.log(f"t{number}", "completed", "cache " + "session " * (number == 3))
    found = office.work.find_successes("session cache", task_id=None, limit=2)
    assert (found.matched, found.returned, found.omitted) == (5, 2, 3)
    assert found.successes[0].episode.task_id == "t3"


@pytest.mark.parametrize("question", ["", " ", "x" * 1_001])
def test_a_question_has_words(office: Office, question: str) -> None:
    office.log("a", "completed", "X")
    with pytest.raises(UsageError):
        ask_worked(office, question)


def test_wordings_of_one_approach_are_counted_together(office: Office) -> None:
    office.log("t1", "completed", "Retry the request")
    office.log("t2", "completed", "retrying requests")
    office.log("t2", "failed", "Retry the request!")
    office.log("t3", "attempted", "Retry the request")
    office.log("t3", "failed", "Give up")
    first, second = ask_rates(office).rates
    assert (first.approach, first.tally.completed, first.tally.failed, first.tally.tasks) == (
        "Retry the request",
        2,
        1,
        3,
    )
    assert first.tally.success_rate == 0.6667
    assert (second.approach, second.tally.success_rate) == ("Give up", 0)


def test_few_trials_prove_less_than_many(office: Office) -> None:
    for number in range(10):
        office.log(f"t{number}", "failed" if number == 0 else "completed", "Often tried")
    office.log("t1", "completed", "Tried once")
    office.log("t1", "attempted", "Never ended")
    rates = ask_rates(office).rates
    assert [rate.approach for rate in rates] == ["Often tried", "Tried once", "Never ended"]
    assert (rates[2].tally.success_rate, rates[2].tally.likely_rate) == (None, None)
    assert find_lowest_rate(9, 10) == pytest.approx(0.5958, abs=0.0001)


def test_rates_can_be_of_one_agent_or_time(office: Office) -> None:
    office.log("t1", "completed", "X", ONE)
    office.clock.now = after_days(10)
    office.log("t2", "failed", "X", TWO)
    assert ask_rates(office, agent_id="one").rates[0].tally.success_rate == 1
    assert ask_rates(office, after=after_days(5)).rates[0].tally.success_rate == 0
    assert office.work.compute_rates(EpisodeFilter(), limit=0).omitted == 1


def test_agents_are_compared_in_all_and_by_week(office: Office) -> None:
    for days, duration, tokens in ((0, 100, 10), (1, 300, None), (10, 5_000, 30)):
        office.clock.now = after_days(days)
        office.log("t1", "completed", "X", ONE, duration_ms=duration, tokens_in=tokens)
    office.log("t2", "attempted", "Y", TWO)
    one, two = ask_agents(office).agents
    assert (one.median_duration_ms, one.median_tokens_in, one.median_tokens_out) == (300, 20, None)
    assert (one.tally.completed, one.tally.success_rate, one.period) == (3, 1, None)
    assert (two.tally.attempted, two.tally.success_rate, two.median_duration_ms) == (1, None, None)
    weeks = [
        (a.agent_id, a.period, a.tally.completed) for a in ask_agents(office, weekly=True).agents
    ]
    assert weeks == [("one", "2026-W01", 2), ("one", "2026-W02", 1), ("two", "2026-W02", 0)]


@pytest.mark.parametrize(
    "words",
    [
        "retry retries retried retrying",
        "cache caches cached caching",
        "stop stops stopped stopping",
        "class classes",
        "process processes processed",
        "database databases",
        "use uses used using",
        "need needs needed",
        "parse parses parsed parsing",
    ],
)
def test_forms_of_a_word_have_one_stem(words: str) -> None:
    assert len(find_stems(words)) == 1


def test_stems_tell_words_apart() -> None:
    assert find_stems("string status this bring bus") == ("string", "status", "bring", "bus")
    assert find_stems("getSession") == ("get", "session", "getsession")
    assert len(find_stems("x" * 19_000 + "ing")[0]) <= 50
