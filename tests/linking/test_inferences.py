"""Edges that only texts show: requests, programs, names, tables, schemas, build files."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from ripplegraph import open_project
from ripplegraph.config import INFERRED
from ripplegraph.errors import ConfigError
from ripplegraph.parsers.registry import find_languages
from tests.support.command import run_ripple
from tests.support.graphs import Graph, export_bytes, parse_export, write_files

REPOS = Path(__file__).resolve().parents[2] / "fixtures" / "repos"
MARKS = {"depends_logically": "", "is_entrypoint_for": "starts "}


def scan(root: Path, files: Mapping[str, str] | None = None, setting: str | None = None) -> Graph:
    """Scan a folder outside git and return its graph."""
    write_files(root, files or {})
    (root / "ripple.toml").write_text(f"[scan]\ninfer = {setting}\n" if setting else "")
    open_project(root).scan()
    return parse_export(export_bytes(root))


def is_entry_point(row: Mapping[str, object]) -> bool:
    """Whether an edge says how code is started: that of a manifest has its name as evidence."""
    return row["resolution"] == "exact" or "entry point" in str(row["evidence"])


def find_shown(graph: Graph) -> set[str]:
    """Return the edges that texts show, in words; entry points have tests of their own."""
    return {
        f"{row['source']}:{row['line']} {MARKS[row['type']]}-> {row['target']} | {row['evidence']}"
        for row in graph.edges.values()
        if "evidence" in row and not is_entry_point(row)
    }


def read_expected() -> set[str]:
    """Return the edges of the storefront, in words, for the languages that are read."""
    found = set()
    for line in (REPOS / "storefront.edges.txt").read_text().splitlines():
        condition, colon, rest = line.partition(": ")
        language = condition.removeprefix("not ")
        if not colon or language not in ("sql", "proto"):
            condition, rest = "", line
        is_read = language in find_languages()
        if not line.startswith("#") and (not condition or is_read != condition.startswith("not")):
            found.add(rest)
    return found


@pytest.fixture(name="storefront")
def _copy_storefront(tmp_path: Path) -> Path:
    return Path(shutil.copytree(REPOS / "storefront", tmp_path / "storefront"))


def test_a_project_of_many_parts_has_these_edges_and_no_other(storefront: Path) -> None:
    assert sorted(find_shown(scan(storefront))) == sorted(read_expected())


def test_what_texts_show_is_inferred_and_weaker_than_what_code_shows(storefront: Path) -> None:
    edges = scan(storefront).edges.values()
    rows = [row for row in edges if "evidence" in row and not is_entry_point(row)]
    assert {row["resolution"] for row in rows} == {"inferred"}
    assert all(0 < row["confidence"] < 1 for row in rows)


@pytest.mark.parametrize("kind", INFERRED)
def test_each_kind_can_be_left_out(storefront: Path, kind: str) -> None:
    every = find_shown(scan(storefront))
    others = [f'"{name}"' for name in INFERRED if name != kind]
    without = find_shown(scan(storefront, setting=f"[{', '.join(others)}]"))
    alone = find_shown(scan(storefront, setting=f'["{kind}"]'))
    if kind == "files":
        # Nothing but programs names a file in the code of this project.
        assert without == every
    else:
        assert without < every
        assert alone == every - without


def test_nothing_is_inferred_where_nobody_wants_it(storefront: Path) -> None:
    graph = scan(storefront, setting="[]")
    assert find_shown(graph) == set()
    assert not [key for key in graph.edges if key[1] == "depends_logically"]


def test_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="each one of configs, files"):
        scan(tmp_path, {"a.py": "x = 1\n"}, setting='["guesses"]')


def test_the_other_edges_do_not_depend_on_it(storefront: Path) -> None:
    def find_others(graph: Graph) -> dict[tuple[str, str, str], object]:
        return {key: row for key, row in graph.edges.items() if "evidence" not in row}

    assert find_others(scan(storefront)) == find_others(scan(storefront, setting="[]"))


def test_an_impact_says_which_text_leads_there(storefront: Path) -> None:
    scan(storefront)
    project = open_project(storefront)
    handler = "server/storefront/routes/orders.py::cancel_order"
    rows = {row.id: row for row in project.analyze_impact([handler]).direct_dependents}
    row = rows["web/src/orders.ts::cancelOrder"]
    assert row.edges == (
        {
            "kind": "depends_logically",
            "resolution": "inferred",
            "line": 18,
            "evidence": "requests DELETE {}/orders/{}",
        },
    )
    assert row.via.endswith("(requests DELETE {}/orders/{})")
    files = project.analyze_impact(["server/storefront/routes/orders.py"]).direct_dependents
    web = next(row for row in files if row.id == "web/src/orders.ts")
    real = next(row for row in files if row.id == "server/storefront/main.py")
    assert web.edges[0]["evidence"] == "requests GET /api/v1/orders, line 6"
    assert "(requests GET /api/v1/orders, line 6)" in web.via
    assert web.strength < real.strength


def test_the_command_shows_the_text(storefront: Path) -> None:
    scan(storefront)
    target = "server/storefront/routes/orders.py::cancel_order"
    shown = run_ripple("analyze-impact", target, folder=storefront).output
    assert "; requests DELETE {}/orders/{}" in shown
    way = run_ripple("path", "web/src/orders.ts::cancelOrder", target, folder=storefront).output
    assert "(inferred: requests DELETE {}/orders/{})" in way


def test_why_one_file_depends_on_another_is_said_with_the_text(storefront: Path) -> None:
    scan(storefront)
    path = open_project(storefront).find_path(source="compose.yaml", target="server/Dockerfile")
    assert [edge.evidence for edge in path.steps[0].edges] == ["names server/Dockerfile"]


def test_a_file_that_comes_and_goes_takes_its_edges_along(tmp_path: Path) -> None:
    files = {
        "app/__init__.py": "",
        "app/run.py": 'import subprocess\nsubprocess.run(["python", "tools/load.py"])\n',
        "app/names.py": 'NAME = "app.plugins.Plugin"\n',
        "Dockerfile": "FROM python\nRUN python tools/load.py\n",
        "conf.yaml": "plugin: app.plugins.Plugin\n",
    }
    assert find_shown(scan(tmp_path, files)) == set()
    more = {"tools/load.py": "x = 1\n", "app/plugins.py": "class Plugin:\n    pass\n"}
    wanted = {
        "app/run.py:2 -> tools/load.py | runs tools/load.py",
        "app/names.py:1 -> app/plugins.py::Plugin | names app.plugins.Plugin",
        "Dockerfile:2 starts -> tools/load.py | runs tools/load.py",
        "conf.yaml:1 -> app/plugins.py::Plugin | names app.plugins.Plugin",
    }
    assert find_shown(scan(tmp_path, more)) == wanted
    assert find_shown(scan(tmp_path, {"app/plugins.py": "class Other:\n    pass\n"})) == {
        line for line in wanted if "Plugin" not in line
    }
    for name in more:
        (tmp_path / name).unlink()
    assert find_shown(scan(tmp_path)) == set()


def test_another_prefix_elsewhere_changes_who_answers(tmp_path: Path) -> None:
    files = {
        "routes.py": "from flask import Blueprint\nbp = Blueprint('a', __name__)\n\n\n"
        "@bp.route('/orders', methods=['POST'])\ndef place():\n    pass\n",
        "main.py": "from routes import bp\napp.register_blueprint(bp, url_prefix='/shop')\n",
        "web.js": "export const place = () => fetch('/shop/orders', { method: 'POST' })\n",
    }
    edge = "web.js::place:1 -> routes.py::place | requests POST /shop/orders"
    assert find_shown(scan(tmp_path, files)) == {edge}
    moved = {"main.py": "from routes import bp\napp.register_blueprint(bp, url_prefix='/x')\n"}
    assert find_shown(scan(tmp_path, moved)) == set()
    assert find_shown(scan(tmp_path, {"main.py": files["main.py"]})) == {edge}


def test_a_test_asks_its_own_server_and_not_another(tmp_path: Path) -> None:
    files = {
        "app.py": "@app.get('/orders')\ndef read():\n    pass\n",
        "tests/test_a.py": "def test_own(client):\n    @app.get('/orders')\n    def own():\n"
        "        pass\n    client.get('/orders')\n\n\n"
        "def test_app(client):\n    client.get('/orders')\n",
    }
    assert find_shown(scan(tmp_path, files)) == {
        "tests/test_a.py::test_app:9 -> app.py::read | requests GET /orders"
    }


def test_a_table_is_what_its_class_says(tmp_path: Path) -> None:
    files = {
        "shop/models.py": "class Order:\n    class Meta:\n        db_table = 'shop_orders'\n",
        "shop/core.py": "lines = Table('lines', metadata)\n",
        "shop/migrations/one.py": "class Order:\n    __tablename__ = 'shop_orders'\n",
        "shop/report.py": 'SUM = """\n    SELECT sum(total) FROM shop_orders JOIN "lines" l\n"""\n'
        'TEXT = "update your settings, then select one from the lines"\n',
    }
    assert find_shown(scan(tmp_path, files)) == {
        "shop/report.py:1 -> shop/models.py::Order | table shop_orders",
        "shop/report.py:1 -> shop/core.py::lines | table lines",
    }


def test_names_of_loggers_and_parts_of_sentences_are_no_names_of_code(tmp_path: Path) -> None:
    files = {
        "app/__init__.py": "",
        "app/core/__init__.py": "",
        "app/core/orders.py": "class Order:\n    pass\n",
        "app/main.py": 'import logging\nlog = logging.getLogger("app.core.orders")\n'
        '# see "app.core.orders.Order"\nTEXT = "the app.core.orders.Order of the day"\n'
        'def f():\n    """Like "app.core.orders.Order"."""\n',
    }
    assert find_shown(scan(tmp_path, files)) == set()


def test_a_route_in_a_macro_whose_arguments_are_not_read_is_passed_over(tmp_path: Path) -> None:
    macro = (
        "macro_rules! check {\n    ($name:ident) => {\n        fn $name() {\n"
        '            let app = Router::new().route("/set", get(set)).route("/get", get(set));\n'
        "        }\n    };\n}\n"
    )
    files = {
        "Cargo.toml": '[package]\nname = "m"\n',
        "src/lib.rs": f"use axum::{{routing::get, Router}};\nfn set() {{}}\n{macro}",
    }
    assert "src/lib.rs::set" in scan(tmp_path, files).nodes
