"""For any file a user may have: installing and uninstalling gives its bytes back."""

import json
import tempfile
import tomllib
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.agents.documents import remove_entries, write_entries
from ripplegraph.agents.entries import ConfigFile, Format
from ripplegraph.agents.json_tree import read_tree, to_value
from tests.support.agents import build_machine
from tests.support.examples import walk

SPACES = st.text(alphabet=" \t\n", max_size=4)
GAPS = st.one_of(
    SPACES,
    st.builds("{}// {}\n{}".format, SPACES, st.text(alphabet='ab"{}[],:/* é', max_size=8), SPACES),
    st.builds("{}/* {} */{}".format, SPACES, st.text(alphabet='ab"{}[],:é', max_size=8), SPACES),
)
KEYS = st.sampled_from(["mcpServers", "hooks", "ripplegraph", "PreToolUse", "Stop", "é", "a b"])
SERVERS = st.dictionaries(KEYS, st.dictionaries(KEYS, st.integers(), max_size=2), max_size=3)
COMMANDS = st.fixed_dictionaries({"command": st.sampled_from(["mine", "x -m other hook stop"])})
ITEMS = st.one_of(COMMANDS, st.fixed_dictionaries({"hooks": st.lists(COMMANDS, max_size=2)}))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)
CONFIGURATIONS = st.fixed_dictionaries(
    {},
    optional={
        "mcpServers": SERVERS,
        "hooks": st.dictionaries(
            st.sampled_from(["BeforeTool", "AfterTool", "Other"]), st.lists(ITEMS, max_size=2)
        ),
        "mine": VALUES,
        "": VALUES,
    },
)


@st.composite
def write_with_comments(draw: st.DrawFn, data: object) -> str:
    """Write a value in any of the ways in which a person may write it."""
    gap = draw(GAPS)
    if isinstance(data, dict):
        opening, closing = "{", "}"
        parts = [
            f"{json.dumps(key)}{draw(GAPS)}:{draw(GAPS)}{draw(write_with_comments(value))}"
            for key, value in data.items()
        ]
    elif isinstance(data, list):
        opening, closing = "[", "]"
        parts = [draw(write_with_comments(value)) for value in data]
    else:
        return gap + json.dumps(data) + draw(GAPS)
    inside = ",".join(draw(GAPS) + part + draw(GAPS) for part in parts)
    with_comma: bool = draw(st.booleans())
    trailing = "," + draw(GAPS) if parts and with_comma else ""
    return f"{gap}{opening}{inside}{trailing}{draw(GAPS)}{closing}{draw(GAPS)}"


TEXTS = CONFIGURATIONS.flatmap(write_with_comments)
STYLES = st.builds(
    lambda data, indent: json.dumps(data, indent=indent),
    CONFIGURATIONS,
    st.sampled_from([None, 2, 4, "\t"]),
)


def find_json_file() -> ConfigFile:
    machine = build_machine(Path(tempfile.mkdtemp()))
    (file,) = machine.find_files("gemini")
    return file


FILE = find_json_file()


def read(text: str) -> object:
    root = read_tree(text)
    return to_value(root) if root else {}


@given(st.one_of(TEXTS, STYLES), st.booleans(), st.booleans())
@walk(200)
def test_entries_come_and_go_and_everything_else_stays(text: str, crlf: bool, bom: bool) -> None:
    text = text.replace("\n", "\r\n") if crlf else text
    text = f"\ufeff{text}" if bom else text
    data = read(text)
    assert isinstance(data, dict)
    ours = "ripplegraph" in data.get("mcpServers", {})
    installed = write_entries(text, FILE)
    assert write_entries(installed, FILE) == installed
    found = read(installed)
    assert isinstance(found, dict)
    assert found["mcpServers"]["ripplegraph"]["args"] == ["-P", "-m", "ripplegraph", "mcp"]
    assert found["hooks"]["BeforeTool"][-1]["matcher"] == "write_file|replace"
    assert find_comments(installed) == find_comments(text)
    removed = remove_entries(installed, FILE, text)
    if not ours:
        assert read(removed) == data
        assert remove_entries(text, FILE, None) == text
    assert find_comments(removed) == find_comments(text) or ours


@given(st.one_of(TEXTS, STYLES))
@walk(100)
def test_what_json_can_read_it_can_read_afterwards(text: str) -> None:
    try:
        before = json.loads(text)
    except ValueError:
        return
    installed = json.loads(write_entries(text, FILE))
    assert {key: installed[key] for key in before if key not in ("mcpServers", "hooks")} == {
        key: before[key] for key in before if key not in ("mcpServers", "hooks")
    }


@given(
    st.one_of(st.none(), TEXTS.map(str.encode), STYLES.map(str.encode)),
    st.sampled_from(["gemini", "cursor", "claude-code", "copilot", "opencode", "windsurf", "zed"]),
)
@walk(60)
def test_uninstalling_gives_the_bytes_back(content: bytes | None, agent: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        machine = build_machine(Path(folder))
        for file in machine.find_files(agent):
            if content is not None and isinstance(read(content.decode()), dict):
                file.path.parent.mkdir(parents=True, exist_ok=True)
                file.path.write_bytes(content)
        before = machine.read_all()
        if holds_ours(content):
            return
        machine.install(agent)
        machine.install(agent)
        machine.uninstall(agent)
        assert machine.read_all() == before


TOML_LINES = st.lists(
    st.sampled_from(
        [
            'model = "x" # why',
            "# a comment",
            "",
            "[mcp_servers.other]",
            "[[profiles]]",
            'text = """\n[mcp_servers.ripplegraph]\n"""',
            "[features] # on",
            "list = [\n  [1], # one\n]",
            "[mcp_servers.'a.b'.env]",
        ]
    ),
    max_size=6,
)


@given(TOML_LINES, st.sampled_from(["\n", "\r\n"]), st.booleans(), st.booleans())
@walk(300)
def test_a_table_comes_and_goes_and_everything_else_stays(
    lines: list[str], newline: str, ended: bool, more: bool
) -> None:
    file = get_toml_file()
    text = "\n".join(lines) + ("\n" if ended else "")
    text = text.replace("\n", newline)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    installed = write_entries(text, file)
    assert write_entries(installed, file) == installed
    assert installed.startswith(text)
    added = f"{newline}# mine{newline}[later]{newline}x = 1{newline}" if more else ""
    removed = remove_entries(installed + added, file, text)
    assert tomllib.loads(removed) == {**data, **({"later": {"x": 1}} if more else {})}
    assert removed.replace(added, "").strip() == text.strip()
    assert added in removed


def get_toml_file() -> ConfigFile:
    with tempfile.TemporaryDirectory() as folder:
        file, _ = build_machine(Path(folder)).find_files("codex")
    assert file.format is Format.TOML
    return file


YAML_LINES = st.lists(
    st.sampled_from(
        ["# c", "", "model: x", "text: |\n  read:\n    - a", "list:\n- a\n- b", "m: {a: 1}"]
    ),
    unique=True,
    max_size=4,
)
READS = st.sampled_from(
    [
        "",
        "read: a.md",
        "read: a.md # why",
        'read: "a b.md"',
        "read: [a.md, 'b, c.md']",
        "read: []",
        "read:",
        "read:\n  - a.md # why\n  # - old\n  - 'b.md'",
        "read:\n- a.md",
        "read: # none yet",
    ]
)


@given(YAML_LINES, READS, YAML_LINES, st.sampled_from(["\n", "\r\n"]), st.booleans())
@walk(300)
def test_an_item_comes_and_goes_and_everything_else_stays(
    before: list[str], reads: str, after: list[str], newline: str, started: bool
) -> None:
    file = get_yaml_file()
    lines = [*before, *([reads] if reads else []), *(line for line in after if line not in before)]
    lines = ["---", *lines] if started else lines
    text = "\n".join(lines).replace("\n", newline)
    installed = write_entries(text, file)
    assert write_entries(installed, file) == installed
    assert find_comments(installed, "#") == find_comments(text, "#")
    removed = remove_entries(installed, file, text)
    assert ".aider.ripplegraph.md" not in removed
    for line in lines:
        for part in line.split("\n"):
            assert part in removed or part.startswith("read:")


def get_yaml_file() -> ConfigFile:
    with tempfile.TemporaryDirectory() as folder:
        _, file = build_machine(Path(folder)).find_files("aider")
    return file


def holds_ours(content: bytes | None) -> bool:
    return content is not None and b"ripplegraph" in content


def find_comments(text: str, mark: str | None = None) -> list[str]:
    """Find comments without the reader under test: strings are skipped by hand."""
    found, position = [], 0
    while position < len(text):
        if mark and text[position] == mark:
            end = len(text[position:].split("\n", maxsplit=1)[0])
            found.append(text[position : position + end].rstrip())
            position += end
        elif mark is None and text[position] == '"':
            position += 1
            while text[position] != '"':
                position += 2 if text[position] == "\\" else 1
        elif mark is None and text.startswith("//", position):
            end = len(text[position:].split("\n", maxsplit=1)[0])
            found.append(text[position : position + end].rstrip())
            position += end
        elif mark is None and text.startswith("/*", position):
            end = text.index("*/", position) + 2
            found.append(text[position:end])
            position = end - 1
        position += 1
    return sorted(found)
