"""The client of the official SDK lists and calls everything that `ripple mcp` offers."""

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from mcp.client import Client
from mcp.types import TextResourceContents

from ripplegraph import open_project
from ripplegraph.memory.writing.drafts import Draft
from ripplegraph.server.answers import fit, write
from ripplegraph.server.context import build_context
from ripplegraph.server.rows import describe_impact
from ripplegraph.store.memory.memory_reader import MemoryFilter
from tests.support.command import assert_clear_failure, run_ripple
from tests.support.mcp_client import build_stdio, get_answer, get_text, serve_http, talk
from tests.support.repository import commit_all, git
from tests.support.shop import copy_shop
from tests.support.waiting import LONGEST

TOOLS = {
    "analyze_impact",
    "get_dependencies",
    "trace_data_flow",
    "find_path",
    "memory_search",
    "remember_this",
    "confirm_memory",
    "flag_memory",
    "get_workflow_recipe",
    "record_e2e_observation",
    "record_dead_end",
    "get_context",
}
PRICING = "shop/pricing.py"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = copy_shop(tmp_path_factory.mktemp("mcp") / "shop")
    git(folder, "init", "--quiet", "--initial-branch", "main")
    commit_all(folder, "first")
    assert run_ripple("scan", folder=folder).code == 0
    return folder


@pytest.fixture(
    scope="module", params=["stdio", pytest.param("stdio legacy", marks=pytest.mark.slow), "http"]
)
def served(shop: Path, request: pytest.FixtureRequest) -> Iterator[tuple[Any, str]]:
    way, _, mode = request.param.partition(" ")
    if way == "stdio":
        yield build_stdio(shop), mode or "auto"
    else:
        with serve_http(shop) as address:
            yield address, "auto"


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    return get_answer(await client.call_tool(tool, arguments))


async def call_every_tool(client: Client) -> set[str]:
    """Call each tool with arguments that an agent would give, and check what matters."""
    listed = (await client.list_tools()).tools
    assert all(tool.description for tool in listed)
    impact = await call(client, "analyze_impact", target=PRICING)
    assert impact["targets"] == [{"id": PRICING, "type": "file"}]
    assert impact["dependents"]
    reach = await call(client, "get_dependencies", target=PRICING)
    assert {"id": "shop/models.py", "depth": 1, "via": PRICING} in reach["dependencies"]
    trace = await call(client, "trace_data_flow", symbol=f"{PRICING}::add_tax")
    assert trace["callers"]
    path = await call(client, "find_path", source="shop/receipts.py", target="shop/models.py")
    assert path["depends"]
    kept = await call(
        client, "remember_this", text="Tax is rounded last.", type="gotcha", about=[PRICING]
    )
    assert (kept["state"], kept["needs_review"]) == ("candidate", True)
    found = await call(client, "memory_search", query="tax rounded", types=["pitfall"])
    assert found["memories"][0]["id"] == kept["short_id"]
    confirmed = await call(client, "confirm_memory", memory_id=kept["id"], reason="seen in a run")
    assert confirmed["confirmations"] >= 1
    dead = await call(
        client, "record_dead_end", approach="Float prices", why_it_failed="Cents got lost."
    )
    assert dead["type"] == "dead_end"
    seen = await call(
        client, "record_e2e_observation", text="The cart loads in 2 s.", kind="timing"
    )
    assert seen["type"] == "e2e_observation"
    recipe = await call(client, "get_workflow_recipe", task="add a payment method")
    assert recipe["known"] >= 0
    context = await call(client, "get_context", task="round the tax", files=[PRICING])
    assert kept["short_id"] in context["text"]
    assert context["items"]["memory"]
    flagged = await call(client, "flag_memory", memory_id=kept["id"], problem="outdated")
    assert flagged["state"] == "archived"
    return {tool.name for tool in listed}


def test_what_a_person_verified_no_agent_can_hide(served: tuple[Any, str], shop: Path) -> None:
    async def flag(client: Client) -> None:
        kept = await call(client, "remember_this", text="Refunds take two days.")
        project = open_project(shop)
        project.confirm_memory(kept["id"], source="user_taught", actor="user")
        await call(client, "flag_memory", memory_id=kept["id"], problem="wrong")
        memory = project.get_memory(kept["id"])
        assert (memory.state, memory.needs_review) == ("active", True)

    talk(served[0], flag, mode=served[1])


def test_every_tool_is_listed_and_answers(served: tuple[Any, str]) -> None:
    server, mode = served
    assert talk(server, call_every_tool, mode=mode) == TOOLS


def test_resources_and_prompts(served: tuple[Any, str]) -> None:
    async def read(client: Client) -> None:
        kept = await call(client, "remember_this", text="Carts expire after an hour.")
        uris = {str(resource.uri) for resource in (await client.list_resources()).resources}
        assert uris == {"ripple://memories", "ripple://map"}
        templates = (await client.list_resource_templates()).resource_templates
        assert [item.uri_template for item in templates] == ["ripple://memories/{memory_id}"]
        card = await read_text(client, f"ripple://memories/{kept['short_id']}")
        assert json.loads(card)["text"] == "Carts expire after an hour."
        cards = json.loads(await read_text(client, "ripple://memories"))
        assert kept["short_id"] in {row["id"] for row in cards["memories"]}
        assert "shop/" in await read_text(client, "ripple://map")
        prompts = {prompt.name for prompt in (await client.list_prompts()).prompts}
        assert prompts == {"before_you_edit", "wrap_up"}
        prompt = await client.get_prompt("before_you_edit", {"files": "a.py, b.py"})
        assert "- b.py" in prompt.messages[0].model_dump_json()
        assert (await client.get_prompt("wrap_up", {})).messages

    server, mode = served
    talk(server, read, mode=mode)


async def read_text(client: Client, uri: str) -> str:
    (content,) = (await client.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    return content.text


MISTAKES: list[tuple[str, dict[str, Any], str]] = [
    ("analyze_impact", {"target": "nowhere.py"}, "Hint: "),
    ("analyze_impact", {"target": PRICING, "max_depth": 0}, "max_depth"),
    ("analyze_impact", {"target": "x" * 300_000}, "it is no name. Hint: "),
    ("get_dependencies", {"target": "x" * 300_000}, "Hint: "),
    ("record_dead_end", {"approach": " ", "why_it_failed": "Slow."}, "Hint: "),
    ("get_dependencies", {}, "target"),
    ("memory_search", {"query": " "}, "Hint: "),
    ("memory_search", {"query": "x", "types": ["nonsense"]}, "Hint: "),
    ("confirm_memory", {"memory_id": "zzzzzzzz"}, "Hint: "),
    ("remember_this", {"text": "x", "about": ["../../etc/passwd"]}, "Hint: "),
    ("remember_this", {"text": "The key is AKIAQ3EGRIZ7TKDUX2VN."}, "Hint: "),
    ("get_context", {"task": " "}, "Hint: "),
    ("no_such_tool", {}, "no_such_tool"),
]


def test_a_mistake_is_a_tool_error_and_the_server_goes_on(shop: Path) -> None:
    async def err(client: Client) -> None:
        for tool, arguments, said in MISTAKES:
            result = await client.call_tool(tool, arguments)
            text = get_text(result)
            assert result.is_error, tool
            assert said in text
            assert "Traceback" not in text
            assert len(text) < 2_000
            await call(client, "find_path", source="shop/receipts.py", target="shop/models.py")

    talk(build_stdio(shop), err)


def test_a_budget_is_kept_and_what_is_left_out_is_counted(shop: Path) -> None:
    async def ask(client: Client) -> None:
        small = await client.call_tool(
            "analyze_impact", {"target": "shop/models.py", "budget": 1_000}
        )
        assert len(get_text(small)) <= 1_000
        answer = get_answer(small)
        whole = await call(client, "analyze_impact", target="shop/models.py", budget=50_000)
        left_out = answer["left_out"]["dependents"]
        assert left_out + len(answer.get("dependents", [])) == len(whole["dependents"])
        assert answer["hint"]

    talk(build_stdio(shop), ask)


def test_a_context_keeps_its_budget_and_counts_each_memory_once(shop: Path) -> None:
    project = open_project(shop)
    for at in range(12):
        text = f'Vouchers "of \\ kind" {at} {chr(34) * (60 + at)}'
        project.remember(Draft(text, type="gotcha", about=(PRICING,)))

    def count_uses() -> Mapping[str, int]:
        wanted = MemoryFilter(about=PRICING)
        return {view.id: view.use_count for view in project.list_memories(wanted).memories}

    for budget in (1_000, 1_500, 2_000, 2_500):
        before = count_uses()
        answer, _ = build_context(project, "vouchers", (PRICING,) * 25, "implement", budget)
        assert len(write(answer)) <= budget
        assert answer["left_out"]["files"] == 5
        assert answer["items"]["memory"] >= 1
        after = count_uses()
        assert sum(after.values()) - sum(before.values()) == answer["items"]["memory"]


def test_many_warnings_keep_the_budget_and_are_counted(shop: Path) -> None:
    impact = open_project(shop).analyze_impact([PRICING])
    warned = impact._replace(warnings=tuple(f"{at} {'long ' * 30}" for at in range(20)))
    head, sections = describe_impact(warned)
    answer = fit(head, sections, 1_000)
    assert len(write(answer)) <= 1_000
    assert len(answer["warnings"]) + answer["left_out"]["warnings"] == 20


def test_a_memory_is_whole_as_far_as_the_budget_goes(shop: Path) -> None:
    long = "Zebra crossing: " + "mind the stripes of it. " * 40

    async def ask(client: Client) -> None:
        kept = await call(client, "remember_this", text=long, about=[PRICING])
        short = await call(client, "memory_search", query="zebra")
        text = short["memories"][0]["text"]
        assert text.startswith("Zebra crossing: mind")
        assert f"raise budget, or run `ripple memories show {kept['short_id']}`]" in text
        whole = await call(client, "memory_search", query="zebra", budget=10_000)
        assert whole["memories"][0]["text"] == long.strip()
        impact = await call(client, "analyze_impact", target=PRICING, budget=50_000)
        assert long.strip() in [row["text"] for row in impact["memories"]]

    talk(build_stdio(shop), ask)


def test_text_of_memories_cannot_drive_a_terminal(shop: Path) -> None:
    async def ask(client: Client) -> None:
        await call(client, "remember_this", text="Zebra \x1b[31m\u202e</data> crossing.")
        found = await client.call_tool("memory_search", {"query": "zebra"})
        wire = found.model_dump_json()
        assert "\\u001b" not in wire
        assert "\u202e" not in wire
        assert r"\\x1b[31m\\u202e" in wire

    talk(build_stdio(shop), ask)


def test_an_agent_cannot_end_the_review_of_what_it_said_itself(shop: Path) -> None:
    async def ask(client: Client) -> None:
        kept = await call(client, "remember_this", text="Orders are never deleted.")
        again = await call(client, "confirm_memory", memory_id=kept["id"])
        assert (again["state"], again["needs_review"]) == ("candidate", True)

    # In the older protocol each client says who it is; in the newer one it may not.
    talk(build_stdio(shop), ask, mode="legacy")
    talk(build_stdio(shop), ask)


@pytest.mark.parametrize(
    ("header", "value", "status"),
    [
        ("Host", "evil.example:80", 421),
        ("Origin", "https://evil.example", 403),
        ("Origin", "null", 403),
    ],
)
def test_other_hosts_and_origins_are_refused(
    shop: Path, header: str, value: str, status: int
) -> None:
    with serve_http(shop) as address:
        place = urlsplit(address)
        assert place.hostname == "127.0.0.1"
        connection = http.client.HTTPConnection(place.hostname, place.port or 0, timeout=LONGEST)
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            header: value,
        }
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
        connection.request("POST", place.path, body=body, headers=headers)
        assert connection.getresponse().status == status
        connection.close()


def test_without_the_extra_the_command_says_what_to_install(repository: Path) -> None:
    program = (
        "import sys; sys.modules['mcp'] = None\n"
        "from ripplegraph.cli.main import main\nmain(['mcp'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=repository, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "pip install ripplegraph" in done.stderr


def test_a_folder_without_a_project_is_said_at_once(tmp_path: Path) -> None:
    assert_clear_failure(run_ripple("mcp", folder=tmp_path), code=3)
