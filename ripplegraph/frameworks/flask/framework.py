"""Flask: endpoints by name, what runs around requests, templates, signals, commands."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import (
    Binding,
    EntryPoint,
    Framework,
    Lookup,
    Shape,
    Template,
    Templates,
)

_PACKAGES = ("flask", "blinker", "quart")
_FLASK = ("flask", "quart")
_ENDPOINTS = "flask.endpoint"
_SIGNALS = "blinker.signal"
_METHODS = ("get", "post", "put", "patch", "delete", "head", "options")
_BEFORE = (
    *("before_request", "before_app_request", "before_first_request", "before_app_first_request"),
    *("url_value_preprocessor", "app_url_value_preprocessor"),
)
_AFTER = (
    *("after_request", "after_app_request", "teardown_request", "teardown_app_request"),
    *("teardown_appcontext", "after_this_request"),
)
_ERRORS = "handler of errors, called by Flask"


def _runs(names: tuple[str, ...], words: str) -> tuple[EntryPoint, EntryPoint]:
    """Declare functions of applications that take a function, as decorators or called."""
    return (
        EntryPoint(shape=Shape(at="decorator", names=names, of=_FLASK), words=words),
        EntryPoint(shape=Shape(at="call", names=names, of=_FLASK), words=words, target="0|f="),
    )


FRAMEWORKS = (
    Framework(
        name="flask",
        title="Flask",
        languages=("python",),
        packages=_PACKAGES,
        bindings=(
            Binding(
                shape=Shape(at="decorator", names=("route", *_METHODS), of=_FLASK),
                registry=_ENDPOINTS,
                name="endpoint=|.",
                within="group",
            ),
            Binding(
                shape=Shape(at="call", names=("add_url_rule",), of=_FLASK),
                registry=_ENDPOINTS,
                name="1|endpoint=|~view_func=|~2",
                target="2|view_func=",
                within="group",
            ),
            Binding(
                shape=Shape(at="call", names=("as_view",), of=_FLASK),
                registry=_ENDPOINTS,
                name="0|name=",
                target="receiver",
            ),
            Binding(
                shape=Shape(at="decorator", names=("connect", "connect_via"), of=_PACKAGES),
                registry=_SIGNALS,
                name="receiver",
                same=True,
                uses="receiver",
                words="handler of the signal `{name}`",
            ),
            Binding(
                shape=Shape(at="call", names=("connect",), of=_PACKAGES),
                registry=_SIGNALS,
                name="receiver",
                target="0|receiver=",
                same=True,
                words="handler of the signal `{name}`",
            ),
        ),
        lookups=(
            Lookup(
                shape=Shape(at="call", names=("url_for",), of=_FLASK),
                registry=_ENDPOINTS,
                name="0|endpoint=",
                words="makes the address of {name}",
            ),
            Lookup(
                shape=Shape(at="call", names=("render_template", "stream_template"), of=_FLASK),
                registry="template",
                name="0|template_name_or_list=",
                words="renders {name}",
            ),
            Lookup(
                shape=Shape(at="call", names=("send", "send_async"), of=_PACKAGES),
                registry=_SIGNALS,
                name="receiver",
                words="sends the signal {name}",
                kind="calls",
                same=True,
            ),
        ),
        entries=(
            *_runs(_BEFORE, "runs before each request"),
            *_runs(_AFTER, "runs after each request"),
            *_runs(
                ("context_processor", "app_context_processor"), "context processor of templates"
            ),
            *_runs(("shell_context_processor",), "context of the shell"),
            *_runs(("url_defaults", "app_url_defaults"), "runs for each address that is made"),
            EntryPoint(
                shape=Shape(at="decorator", names=("errorhandler", "app_errorhandler"), of=_FLASK),
                words=_ERRORS,
                uses="0",
            ),
            EntryPoint(
                shape=Shape(at="call", names=("register_error_handler",), of=_FLASK),
                words=_ERRORS,
                target="1|f=",
            ),
            *(
                EntryPoint(
                    shape=Shape(at="class", names=("MethodView",), of=_FLASK),
                    words=f"HTTP method {method.upper()} of {{owner}}",
                    members=(method,),
                )
                for method in _METHODS
            ),
            EntryPoint(
                shape=Shape(at="class", names=("View", "MethodView"), of=_FLASK),
                words="called by Flask for each request",
                members=("dispatch_request",),
            ),
            EntryPoint(
                shape=Shape(
                    at="decorator", names=("user_loader", "request_loader"), of=("flask_login",)
                ),
                words="called by Flask-Login for each request",
            ),
        ),
        templates=(
            Templates(
                endings=(".html", ".htm", ".xml", ".txt", ".jinja", ".jinja2", ".j2"),
                reads=(
                    Template(
                        pattern=r"\burl_for\(\s*['\"](?P<name>[\w.]+)['\"]",
                        registry=_ENDPOINTS,
                        words="makes the address of {name}",
                    ),
                ),
                marks=("url_for",),
            ),
        ),
    ),
)
