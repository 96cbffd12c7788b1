"""Settings files with anything in them: they are left alone, or come back byte for byte."""

from pathlib import Path

import pytest

from ripplegraph.agents.catalog import get_agents
from ripplegraph.errors import RippleError
from tests.support.agents import build_machine

CONTENTS: dict[str, bytes] = {
    "deep": b"[" * 100_000,
    "deep and whole": b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
    "NUL": b"\0" * 100,
    "no text": b"\xff\xfe\xed\xa0\x80",
    "digits of toml": b"a = " + b"9" * 5_000,
    "empty": b"",
    "blank": b" \r\n\t\n",
    "mark": b"\xef\xbb\xbf",
    "mark and object": b'\xef\xbb\xbf{\r\n\t"a": 1\r\n}\r\n',
    "comments": b'// x\n{ /* y */ "a": [1, 2,], } // z',
    "deep enough": b'{"a":' * 150 + b"1" + b"}" * 150,
    "deep list": b'{"a": ' + b"[" * 300 + b"]" * 300 + b"}",
    "number": b"5",
    "text": b'"mcpServers"',
    "null": b"null",
    "list": b"[]",
    "twice": b'{"mcpServers": {}, "mcpServers": {"x": {}}, "hooks": {}, "hooks": {}}',
    "wrong types": b'{"mcpServers": 5, "hooks": "x", "servers": [], "mcp": null}',
    "null inside": b'{"mcpServers": null, "hooks": null, "mcp": null, "servers": null}',
    "odd lists": b'{"hooks": {"PreToolUse": [5, null, "x", {"hooks": 5}, {"hooks": [1, {}]}]}}',
    "odd server": b'{"mcpServers": {"ripple": 5}, "mcp": {"ripple": []}}',
    "halves": b'{"\\ud800": "\\udfff", "mcpServers": {"\\ud800": {"command": "\\ud800"}}}',
    "large numbers": b'{"a": ' + b"9" * 10_000 + b', "b": 1e999, "c": NaN}',
    "escapes": b'{"a": "\x1b[31m\\u001b\\u202e"}',
    "large": b'{"a": "' + b"x" * 50_000 + b'"}',
    "many": b"{" + b",".join(b'"k%d": {"x": [1]}' % at for at in range(300)) + b"}",
    "toml": b'[mcp_servers]\nripple = 5\n[a.b.c]\nd = [{e = "\\u0000"}]\n',
    "deep toml": b"a = " + b"[" * 2_000 + b"]" * 2_000,
    "dotted toml": b"a." * 3_000 + b"b = 1\n",
    "yaml": b"a: &x [1]\nb: *x\nread:\n  - {c: d}\n? e\n: f\n",
    "deep yaml": b"read: " + b"[" * 5_000,
    "notes": b"# Title\r\n<!-- ripple -->\n<!-- ripple:begin -->\n```\nno end",
}


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("agent", get_agents())
def test_a_hostile_file_is_left_alone_or_comes_back(
    tmp_path: Path, agent: str, content: str
) -> None:
    machine = build_machine(tmp_path)
    for file in machine.find_files(agent):
        file.path.parent.mkdir(parents=True, exist_ok=True)
        file.path.write_bytes(CONTENTS[content])
    before = machine.read_all()
    try:
        machine.install(agent)
    except RippleError:
        assert machine.read_all() == before
        return
    machine.list_places(agent)
    machine.uninstall(agent)
    assert machine.read_all() == before
