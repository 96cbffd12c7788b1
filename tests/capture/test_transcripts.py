"""The forms of transcripts are told apart, and in each it is known who speaks."""

from io import BytesIO

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ripplegraph.capture.line_reader import read_lines
from ripplegraph.capture.transcripts.detection import FORMATS, detect_format, parse_entry
from ripplegraph.capture.transcripts.messages import Format, Message, Session, Speaker
from ripplegraph.capture.transcripts.outside_tools import brings_outside
from tests.support.transcripts import FIXTURES


def read_fixture(name: str) -> tuple[Session, list[Message]]:
    with (FIXTURES / name).open("rb") as stream:
        lines = list(read_lines(stream))
    form = detect_format(lines)
    assert not isinstance(form, str)
    session = Session()
    entries = [parse_entry(line) for line in lines]
    return session, [
        message for entry in entries if entry is not None for message in form.read(entry, session)
    ]


def find_said(messages: list[Message], speaker: Speaker) -> list[str]:
    return [message.text for message in messages if message.speaker is speaker and message.text]


def detect(text: str) -> str:
    found = detect_format(list(read_lines(BytesIO(text.encode()))))
    return found if isinstance(found, str) else found.name


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("claude-code.jsonl", "claude-code"),
        ("claude-stream.jsonl", "claude-code"),
        ("codex.jsonl", "codex"),
        ("codex-old.jsonl", "codex"),
        ("codex-exec.jsonl", "codex"),
        ("aider.md", "plain text"),
    ],
)
def test_the_form_of_a_transcript_is_told_by_its_content(name: str, form: str) -> None:
    assert detect((FIXTURES / name).read_text()) == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("", "plain text"),
        ("words\n{}\n", "plain text"),
        ('{"a": 1}\n{"b": 2}\n', "unknown JSON lines"),
        ('{"type": 3}\n', "unknown JSON lines"),
        ('{"broken\n{"type":"summary","leafUuid":"x"}\n', "claude-code"),
        ('\ufeff{"type":"thread.started","thread_id":"x"}\n', "codex"),
        ("[1]\n", "plain text"),
    ],
)
def test_damaged_and_strange_beginnings(text: str, form: str) -> None:
    assert detect(text) == form


def test_claude_code_only_the_assistants_texts_are_the_agents_words() -> None:
    session, messages = read_fixture("claude-code.jsonl")
    said = "\n".join(find_said(messages, Speaker.AGENT))
    assert "must not be retried" in said
    assert "thoughts are not messages" not in said
    assert "generated while running" not in said
    assert session.id == "5f1f7a52-7f0a-4d7e-8c38-3b8ad0a8c111"
    assert session.folder == "/home/dev/shop"
    assert session.branch == "main"


def test_claude_code_only_what_a_person_typed_is_the_users_word() -> None:
    _, messages = read_fixture("claude-code.jsonl")
    typed = find_said(messages, Speaker.USER)
    assert [text.split("\n")[0] for text in typed] == [
        "Make payments retry.",
        "/remember Amounts are in cents everywhere",
    ]


def test_codex_says_each_message_once() -> None:
    session, messages = read_fixture("codex.jsonl")
    assert len(find_said(messages, Speaker.AGENT)) == 2
    assert find_said(messages, Speaker.USER) == ["/remember Never edit generated files"]
    assert "MEMORY:fact:output of a command\n" in find_said(messages, Speaker.OTHER)
    assert session.id == "019a2d7a-41c4-78b1-b7cc-a45d62a89cd5"
    assert session.branch == "main"


def test_a_forked_session_counts_as_the_one_it_repeats() -> None:
    session = Session()
    meta = {"type": "session_meta", "payload": {"id": "new", "forked_from_id": "old"}}
    codex = next(form for form in FORMATS if form.name == "codex")
    assert list(codex.read(meta, session)) == []
    assert session.id == "old"


@pytest.mark.parametrize(
    ("meta", "speaker"),
    [
        ({"id": "x"}, Speaker.USER),
        ({"id": "x", "source": "vscode"}, Speaker.USER),
        ({"id": "x", "source": "exec"}, Speaker.OTHER),
        ({"id": "x", "source": "cli", "originator": "codex_exec"}, Speaker.OTHER),
        ({"id": "x", "source": {"subagent": "review"}}, Speaker.OTHER),
    ],
)
def test_what_a_program_asks_is_no_persons_word(meta: dict[str, object], speaker: Speaker) -> None:
    session = Session()
    codex = next(form for form in FORMATS if form.name == "codex")
    list(codex.read({"type": "session_meta", "payload": meta}, session))
    content = [{"type": "input_text", "text": "/remember it"}]
    item = {"type": "message", "role": "user", "content": content}
    (message,) = codex.read({"type": "response_item", "payload": item}, session)
    assert message.speaker is speaker


@pytest.mark.parametrize("name", ["claude-code.jsonl", "codex.jsonl"])
def test_outside_content_is_noticed_where_it_comes_in(name: str) -> None:
    _, messages = read_fixture(name)
    at = next(number for number, message in enumerate(messages) if message.outside)
    before = find_said(messages[:at], Speaker.AGENT)
    after = find_said(messages[at:], Speaker.AGENT)
    assert before
    assert after


@pytest.mark.parametrize(
    ("tool", "request_", "outside"),
    [
        ("WebFetch", {"url": "https://example.org"}, True),
        ("WebSearch", {"query": "x"}, True),
        ("mcp__github__get_issue", {}, True),
        ("mcp__ripple__memory_search", {}, False),
        ("Bash", {"command": "curl -s example.org"}, True),
        ("Bash", {"command": "gh issue view 3"}, True),
        ("Bash", {"command": "make test"}, False),
        ("shell", '{"command": ["bash", "-lc", "git status"]}', False),
        ("Read", {"file_path": "curl.py"}, False),
        ("Edit", {}, False),
    ],
)
def test_which_tools_bring_outside_content(tool: str, request_: object, outside: bool) -> None:
    assert brings_outside(tool, request_) is outside


NAMES = st.sampled_from(
    ["type", "message", "payload", "content", "role", "text", "item", "name", "input", "id",
     "sessionId", "git", "output", "attachment", "toolUseResult", "arguments"]
)  # fmt: skip
TYPES = st.sampled_from(
    ["assistant", "user", "system", "attachment", "response_item", "session_meta", "message",
     "event_msg", "item.completed", "function_call", "function_call_output", "text", "tool_use",
     "tool_result", "agent_message", "mcp_tool_call", "compacted"]
)  # fmt: skip
LEAVES = st.one_of(TYPES, st.none(), st.booleans(), st.integers(), st.text(max_size=8))
ENTRIES = st.recursive(
    LEAVES,
    lambda inner: st.dictionaries(NAMES, inner, max_size=4) | st.lists(inner, max_size=2),
    max_leaves=6,
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(FORMATS), st.dictionaries(NAMES, ENTRIES, max_size=4))
def test_no_entry_whatever_its_shape_stops_the_reading(
    form: Format, entry: dict[str, object]
) -> None:
    form.fits(entry)
    for message in form.read(entry, Session()):
        assert isinstance(message.text, str)
