"""Which words of build files, workflows, manifests and settings may name something."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.parsers.mentions.configs import (
    COMPOSE,
    DOCKER,
    SETTINGS,
    WORKFLOW,
    find_folders,
    find_named,
    find_namer,
)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("Dockerfile", "dockerfile"),
        ("api/Dockerfile.dev", "dockerfile"),
        ("compose.yaml", "compose"),
        ("deploy/docker-compose.prod.yml", "compose"),
        (".github/workflows/ci.yml", "workflow"),
        (".github/actions/setup/action.yml", "workflow"),
        (".gitlab-ci.yml", "workflow"),
        (".circleci/config.yml", "workflow"),
        ("Makefile", "manifest"),
        ("go.mod", "manifest"),
        ("crates/a/Cargo.toml", "manifest"),
        ("requirements-dev.txt", "manifest"),
        ("config/logging.yaml", "settings"),
        ("app/settings.json", "settings"),
    ],
)
def test_files_that_name_others_are_known_by_their_names(path: str, name: str) -> None:
    namer = find_namer(path)
    assert namer is not None
    assert namer.name == name


@pytest.mark.parametrize(
    "path",
    ["README.md", "docs/index.rst", "page.html", "package-lock.json", "locale/de/a.json", "a.txt"],
)
def test_data_prose_and_markup_are_not_looked_at(path: str) -> None:
    assert find_namer(path) is None


def test_instructions_tell_what_is_copied_and_what_is_run() -> None:
    text = (
        "FROM python\n# COPY old.py .\nCOPY a.py b/c.py ./\nCOPY --from=x d.py .\n"
        'RUN python e.py\nCMD ["uvicorn", "app.main:app"]\n'
    )
    assert [tuple(item) for item in find_named(DOCKER, text) if item.text != "./"] == [
        ("file", "a.py", 3),
        ("file", "b/c.py", 3),
        ("run", "e.py", 5),
        ("object", "app.main:app", 6),
    ]


def test_commands_of_services_and_workflows_are_read_with_their_folders() -> None:
    text = "working-directory: web\nrun: python -m shop.load && node x.js # never y.js\n"
    found = [(item.kind, item.text) for item in find_named(WORKFLOW, text)]
    assert ("module", "shop.load") in found
    assert ("run", "x.js") in found
    assert not [item for item in found if "y.js" in item[1]]
    assert find_folders(text) == ["web"]
    listed = "paths:\n  - shop/load.py\nscript:\n  - ./go.sh\n"
    assert [tuple(item)[:2] for item in find_named(WORKFLOW, listed)] == [
        ("file", "shop/load.py"),
        ("run", "./go.sh"),
    ]
    services = "volumes:\n  - ./db/a.sql:/b.sql\nimage: postgres:16\n"
    assert [item.text for item in find_named(COMPOSE, services) if item.kind == "file"] == [
        "./db/a.sql"
    ]


def test_settings_name_only_what_is_written_out() -> None:
    text = 'a: shop.core.Order\nb: "conf/x.yaml"\nc: x.y\nd: https://a.b.c/d.py\n# e: shop.core.F\n'
    assert [tuple(item) for item in find_named(SETTINGS, text)] == [
        ("object", "shop.core.Order", 1),
        ("file", "conf/x.yaml", 2),
    ]


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    for namer in (DOCKER, COMPOSE, WORKFLOW, SETTINGS):
        list(find_named(namer, text))
