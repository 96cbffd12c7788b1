"""Jinja: templates that extend and include others, and the functions that they are given."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import (
    Binding,
    Framework,
    Shape,
    Template,
    Templates,
)

_FILTERS = "jinja.filter"
_TESTS = "jinja.test"
_GLOBALS = "jinja.global"

FRAMEWORKS = (
    Framework(
        name="jinja",
        title="Jinja",
        languages=("python",),
        packages=("jinja2", "flask"),
        bindings=tuple(
            binding
            for registry, names in (
                (_FILTERS, ("template_filter", "app_template_filter")),
                (_TESTS, ("template_test", "app_template_test")),
                (_GLOBALS, ("template_global", "app_template_global")),
            )
            for binding in (
                Binding(
                    shape=Shape(at="decorator", names=names),
                    registry=registry,
                    name="0|name=|.",
                    words=f"{registry.replace('jinja.', '')} `{{name}}` of templates",
                ),
            )
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
                ),
                marks=("{%", "{{"),
            ),
        ),
    ),
)
