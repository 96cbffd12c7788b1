"""FastAPI and Starlette, with pydantic: routes by name, middleware, handlers, validators."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import (
    Binding,
    EntryPoint,
    Framework,
    Lookup,
    Models,
    Shape,
    Template,
    Templates,
)

_PACKAGES = ("fastapi", "starlette")
_ROUTES = "starlette.route"
_METHODS = ("get", "post", "put", "patch", "delete", "head", "options", "trace")
_DECORATED = (*_METHODS, "api_route", "route", "websocket", "websocket_route")

FRAMEWORKS = (
    Framework(
        name="fastapi",
        title="FastAPI",
        languages=("python",),
        packages=_PACKAGES,
        bindings=(
            Binding(
                shape=Shape(at="decorator", names=_DECORATED, of=_PACKAGES),
                registry=_ROUTES,
                name="name=|.",
            ),
            Binding(
                shape=Shape(
                    at="call",
                    names=("add_api_route", "add_route", "Route", "WebSocketRoute"),
                    of=_PACKAGES,
                ),
                registry=_ROUTES,
                name="name=",
                target="1|endpoint=",
            ),
        ),
        lookups=(
            Lookup(
                shape=Shape(at="call", names=("url_for", "url_path_for"), of=_PACKAGES),
                registry=_ROUTES,
                name="0|name=",
                words="makes the address of {name}",
            ),
            Lookup(
                shape=Shape(at="call", names=("TemplateResponse", "get_template")),
                registry="template",
                name="1|name=|0",
                words="renders {name}",
            ),
        ),
        entries=(
            EntryPoint(
                shape=Shape(at="decorator", names=("middleware",), of=_PACKAGES),
                words="middleware: runs around each request",
            ),
            EntryPoint(
                shape=Shape(
                    at="class",
                    names=("BaseHTTPMiddleware",),
                    of=_PACKAGES,
                ),
                words="middleware: runs around each request",
                members=("dispatch",),
            ),
            EntryPoint(
                shape=Shape(at="decorator", names=("exception_handler",), of=_PACKAGES),
                words="handler of errors, called by FastAPI",
                uses="0",
            ),
            EntryPoint(
                shape=Shape(at="call", names=("add_exception_handler",), of=_PACKAGES),
                words="handler of errors, called by FastAPI",
                target="1|handler=",
            ),
            EntryPoint(
                shape=Shape(at="decorator", names=("on_event",), of=_PACKAGES),
                words="event handler, called by FastAPI",
            ),
            EntryPoint(
                shape=Shape(at="call", names=("add_event_handler",), of=_PACKAGES),
                words="event handler, called by FastAPI",
                target="1|func=",
            ),
            *(
                EntryPoint(
                    shape=Shape(at="class", names=("HTTPEndpoint",), of=_PACKAGES),
                    words=f"HTTP method {method.upper()} of {{owner}}",
                    members=(method,),
                )
                for method in _METHODS
            ),
            EntryPoint(
                shape=Shape(at="class", names=("WebSocketEndpoint",), of=_PACKAGES),
                words="called by Starlette for a WebSocket",
                members=("on_connect", "on_receive", "on_disconnect"),
            ),
        ),
        models=(
            Models(
                functions=(
                    ("fastapi.Depends", "provided"),
                    ("fastapi.Security", "provided"),
                    ("fastapi.params.Depends", "provided"),
                ),
            ),
        ),
        templates=(
            Templates(
                endings=(".html", ".jinja", ".jinja2", ".j2"),
                reads=(
                    Template(
                        pattern=r"\burl_for\(\s*['\"](?P<name>[\w.:-]+)['\"]",
                        registry=_ROUTES,
                        words="makes the address of {name}",
                    ),
                ),
                marks=("url_for",),
            ),
        ),
    ),
    Framework(
        name="pydantic",
        title="pydantic",
        languages=("python",),
        packages=("pydantic", "pydantic_settings", "sqlmodel"),
        entries=(
            EntryPoint(
                shape=Shape(
                    at="decorator",
                    names=("field_validator", "model_validator", "validator", "root_validator"),
                    of=("pydantic",),
                ),
                words="validator, called by pydantic",
            ),
            EntryPoint(
                shape=Shape(
                    at="decorator",
                    names=("field_serializer", "model_serializer"),
                    of=("pydantic",),
                ),
                words="serializer, called by pydantic",
            ),
            EntryPoint(
                shape=Shape(at="decorator", names=("computed_field",), of=("pydantic",)),
                words="computed field, read by pydantic",
            ),
        ),
    ),
)
