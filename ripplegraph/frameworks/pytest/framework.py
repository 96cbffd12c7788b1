"""pytest: fixtures that are used by name or by themselves, and hooks.

Fixtures that parameters name are found by the semantics of Python, which knows their values, too.
"""

from __future__ import annotations

from ripplegraph.frameworks.declarations import Binding, EntryPoint, Framework, Lookup, Shape

_FIXTURES = "pytest.fixture"
_USES = "uses the fixture {name}"

FRAMEWORKS = (
    Framework(
        name="pytest",
        title="pytest",
        languages=("python",),
        packages=("pytest", "_pytest", "pytest_asyncio"),
        bindings=(
            Binding(
                shape=Shape(at="decorator", names=("fixture",)),
                registry=_FIXTURES,
                name="name=|.",
                below=("conftest.py",),
            ),
        ),
        lookups=(
            Lookup(
                shape=Shape(at="decorator", names=("usefixtures",)),
                registry=_FIXTURES,
                name="*",
                words=_USES,
                kind="references",
            ),
            Lookup(
                shape=Shape(at="call", names=("usefixtures",)),
                registry=_FIXTURES,
                name="*",
                words=_USES,
                kind="references",
            ),
            Lookup(
                shape=Shape(at="call", names=("getfixturevalue",)),
                registry=_FIXTURES,
                name="0|argname=",
                words=_USES,
                kind="calls",
            ),
            Lookup(
                shape=Shape(at="assigned", names=("pytest_plugins",)),
                registry="code",
                name="[]|value",
                words="takes the plug-in {name}",
            ),
        ),
        entries=(
            EntryPoint(
                shape=Shape(at="decorator", names=("fixture",), needs=("autouse=",)),
                words="fixture of every test {where}",
            ),
            EntryPoint(
                shape=Shape(at="function", names=("pytest_*",)),
                words="hook of pytest, called by its name",
            ),
        ),
    ),
)
