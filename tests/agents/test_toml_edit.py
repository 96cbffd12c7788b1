"""Tables of TOML in all the ways in which people write them."""

import tomllib

import pytest

from ripplegraph.agents.syntax_error import BrokenText
from ripplegraph.agents.toml_edit import drop_table, put_table

PATH = ("mcp_servers", "ripplegraph")
VALUES = {"command": "/new/python", "args": ["-m", "x"]}
TABLE = '[mcp_servers.ripplegraph]\ncommand = "/new/python"\nargs = ["-m", "x"]\n'


@pytest.mark.parametrize(
    "before",
    [
        "",
        "a = 1\n",
        "a = 1",
        "\ufeffa = 1\n",
        "[mcp_servers]\n",
        '[mcp_servers]\nother = {command = "x"}\n[z]\n',
        'mcp_servers.other.command = "x"\n[z]\na = 1\n',
        'mcp_servers = {other = {command = "x"}}\n',
        '\ufeffmcp_servers = {other = {command = "x"}}\r\n[z]\r\na = 1\r\n',
        "[[mcp_servers_of_mine]]\nx = 1\n",
    ],
)
def test_a_table_is_added_and_taken_away(before: str) -> None:
    after = put_table(before, PATH, VALUES)
    assert read(after)["mcp_servers"]["ripplegraph"] == VALUES
    assert put_table(after, PATH, VALUES) == after
    dropped = read(drop_table(after, PATH))
    assert {key: value for key, value in dropped.items() if value != {}} == {
        key: value for key, value in read(before).items() if value != {}
    }


def test_values_are_changed_where_they_stand() -> None:
    before = (
        '[mcp_servers.ripplegraph] # ours\ncommand = "/old" # why\nargs = ["-m", "x"]\n'
        'env = {A = "b"}\n\n# about x\n[x]\na=1\n'
    )
    after = put_table(before, PATH, VALUES)
    assert after == before.replace("/old", "/new/python")
    assert drop_table(after, PATH) == "\n# about x\n[x]\na=1\n"


def test_tables_inside_ours_go_with_it() -> None:
    before = f"[a]\n\n{TABLE}[b]\n[mcp_servers.ripplegraph.env]\nA = '1'\n[c]\n"
    assert drop_table(before, PATH) == "[a]\n[b]\n[c]\n"


def test_a_header_inside_a_text_is_no_header() -> None:
    before = f'text = """\n{TABLE}"""\n'
    assert drop_table(before, PATH) == before
    assert put_table(before, PATH, VALUES) == f"{before}\n{TABLE}"


@pytest.mark.parametrize("before", ["[mcp_servers\n", "mcp_servers = 1\n", "[[mcp_servers]]\n"])
def test_what_cannot_be_extended(before: str) -> None:
    with pytest.raises(BrokenText):
        put_table(before, PATH, VALUES)


def read(text: str) -> dict[str, dict[str, object]]:
    return tomllib.loads(text.removeprefix("\ufeff"))
