"""Jinja: templates that extend and include others, and the functions that they are given."""

from __future__ import annotations

from collections.abc import Iterator

from ripplegraph.frameworks.declarations import (
    Binding,
    Framework,
    Shape,
    Template,
    Templates,
)

_FILTERS, _TESTS, _GLOBALS = "jinja.filter", "jinja.test", "jinja.global"
_KINDS = (
    ("filter", "filters", ("template_filter", "app_template_filter")),
    ("test", "tests", ("template_test", "app_template_test")),
    ("global", "globals", ("template_global", "app_template_global")),
)


def _bind(kind: str, item: str, decorated: tuple[str, ...]) -> Iterator[Binding]:
    """Declare how something comes to be known in templates."""
    words = f"{kind} `{{name}}` of templates"
    registry = f"jinja.{kind}"
    yield Binding(
        shape=Shape(at="decorator", names=decorated),
        registry=registry,
        name="0|name=|.",
        words=words,
    )
    yield Binding(
        shape=Shape(at="call", names=tuple(f"add_{name}" for name in decorated)),
        registry=registry,
        name="1|name=|~0|~f=",
        target="0|f=",
        words=words,
    )
    yield Binding(
        shape=Shape(at="item", names=(item,)),
        registry=registry,
        name="key",
        target="value",
    )


FRAMEWORKS = (
    Framework(
        name="jinja",
        title="Jinja",
        languages=("python",),
        packages=("jinja2", "flask"),
        bindings=tuple(
            binding for kind, item, decorated in _KINDS for binding in _bind(kind, item, decorated)
        ),
        templates=(
            Templates(
                endings=(".html", ".htm", ".xml", ".txt", ".jinja", ".jinja2", ".j2"),
                reads=(
                    Template(
                        pattern=r"\{%-?\s*(?:extends|include|import|from)\s+['\"](?P<name>[^'\"\n]+)",
                        registry="template",
                    ),
                    Template(
                        pattern=r"[\w)\]'\"]\s*\|\s*(?P<name>[A-Za-z_]\w*)",
                        registry=_FILTERS,
                        words="filters by {name}",
                    ),
                    Template(
                        pattern=r"\bis\s+(?:not\s+)?(?P<name>[A-Za-z_]\w*)",
                        registry=_TESTS,
                        words="tests by {name}",
                    ),
                    Template(
                        pattern=r"(?<![\w.])(?P<name>[A-Za-z_]\w*)\(",
                        registry=_GLOBALS,
                        words="calls {name}",
                    ),
                    Template(
                        pattern=r"[\w)\]]\.(?P<name>[A-Za-z_]\w*)(?=[^{}\n]{0,200}[%}]\})",
                        registry="member",
                        words="reads {name}",
                    ),
                ),
                marks=("{%", "{{"),
            ),
        ),
    ),
)
