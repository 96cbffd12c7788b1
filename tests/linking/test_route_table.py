"""Requests find the routes that answer them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.indexing.cross_language.route_table import (
    Part,
    RouteTable,
    split_request,
    split_route,
)

PARTS: list[Part] = [
    ("route", "app", "GET", "/health", "a.py::health"),
    ("route", "orders", "GET", "", "a.py::list"),
    ("route", "orders", "POST", "/", "a.py::place"),
    ("route", "orders", "GET", "/{id}", "a.py::read"),
    ("route", "orders", "GET", "/new", "a.py::new"),
    ("route", "orders", "GET", "/<path:rest>/raw/<path:more>", "a.py::raw"),
    ("router", "orders", "/orders", "", ""),
    ("mount", "api", "/v1", "orders", ""),
    ("mount", "app", "/api", "api", ""),
    ("route", "?given", "GET", "/tickets/:id", "b.js::ticket"),
    ("route", "again", "GET", "/loop", "a.py::loop"),
    ("mount", "again", "/x", "again", ""),
]


@pytest.mark.parametrize(
    ("request_text", "handler"),
    [
        ("GET /health", "a.py::health"),
        ("HEAD /health", "a.py::health"),
        ("GET /api/v1/orders", "a.py::list"),
        ("GET /api/v1/orders/?page=2", "a.py::list"),
        ("POST /api/v1/orders/", "a.py::place"),
        ("GET /api/v1/orders/7", "a.py::read"),
        ("GET /api/v1/orders/{}", "a.py::read"),
        ("GET /api/v1/orders/new", "a.py::new"),
        ("GET {}/orders/{}", "a.py::read"),
        ("GET http://localhost:8000/api/v1/orders/{}", "a.py::read"),
        ("GET http://server:8000/health", "a.py::health"),
        ("GET /any/tickets/3", "b.js::ticket"),
        ("GET /loop", "a.py::loop"),
    ],
)
def test_a_request_finds_its_handler(request_text: str, handler: str) -> None:
    found = RouteTable(PARTS).find(request_text, "web/c.ts::f")
    assert [match.handler for match in found] == [handler]


@pytest.mark.parametrize(
    "request_text",
    [
        "GET /orders",
        "DELETE /api/v1/orders/7",
        "GET /api/v1/orders/7/lines",
        "GET /api",
        "GET /api/v1",
        "GET /{}/{}",
        "GET /",
        "GET https://api.example.com/health",
        "GET /healthy",
    ],
)
def test_a_request_that_no_route_answers_finds_none(request_text: str) -> None:
    assert not RouteTable(PARTS).find(request_text, "web/c.ts::f")


def test_of_two_servers_the_nearer_one_is_asked() -> None:
    parts: list[Part] = [
        ("route", "a", "GET", "/orders", "one/server.py::read"),
        ("route", "b", "GET", "/orders", "two/server.py::read"),
    ]
    table = RouteTable(parts)
    assert [m.handler for m in table.find("GET /orders", "two/web.ts::f")] == [
        "two/server.py::read"
    ]
    assert not table.find("GET /orders", "three/web.ts::f")


def test_what_an_example_answers_is_asked_by_that_example_alone() -> None:
    table = RouteTable([("route", "a", "GET", "/orders", "examples/one/app.py::read")])
    assert not table.find("GET /orders", "tests/test_a.py::f")
    assert table.find("GET /orders", "examples/one/tests/test_a.py::f")


def test_without_a_method_all_that_answer_a_path_are_meant() -> None:
    parts: list[Part] = [
        ("route", "a", "GET", "/orders", "a.py::read"),
        ("route", "a", "POST", "/orders", "a.py::place"),
    ]
    found = RouteTable(parts).find(" /orders", "web/c.ts::f")
    assert [(match.handler, match.candidates) for match in found] == [
        ("a.py::place", 2),
        ("a.py::read", 2),
    ]
    assert found[0].confidence < 0.5


@given(st.text(max_size=80), st.text(max_size=80), st.sampled_from(["", "?", "/api"]))
def test_any_text_can_be_a_route_or_a_request(route: str, request_text: str, prefix: str) -> None:
    split_request(request_text)
    split_route(route)
    parts: list[Part] = [
        ("route", "a", "", route, "a.py::f"),
        ("mount", "b", prefix, "a", ""),
        ("mount", "a", prefix, "b", ""),
    ]
    RouteTable(parts).find(f"GET {request_text}", "b.ts")


@given(st.permutations(range(5)))
def test_routers_in_a_circle_have_one_prefix_whatever_comes_first(order: list[int]) -> None:
    parts: list[Part] = [
        ("route", "inner", "GET", "/end", "a.py::end"),
        ("mount", "app", "/api", "outer", ""),
        ("mount", "outer", "/in", "inner", ""),
        ("mount", "inner", "/out", "outer", ""),
        ("route", "outer", "GET", "/start", "a.py::start"),
    ]
    table = RouteTable([parts[index] for index in order])
    found = [table.find(f"GET {path}", "b.py") for path in ("/api/in/end", "/api/start", "/end")]
    handlers = [[match.handler for match in matches] for matches in found]
    assert handlers == [["a.py::end"], ["a.py::start"], []]
