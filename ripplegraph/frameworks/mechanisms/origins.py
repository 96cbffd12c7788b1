"""Whether code that has a shape is that of the framework, as far as the linker knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ripplegraph.frameworks.declarations import Framework
from ripplegraph.frameworks.mechanisms.file_routes import is_near
from ripplegraph.frameworks.mechanisms.registrations import CONFIG
from ripplegraph.frameworks.mechanisms.shapes import Found
from ripplegraph.graph.expressions import Expr
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import Class, External, Instance, Result, Values

FindDeclaring = Callable[[str, str], Sequence[str]]
"""Returns the files that declare a name under a key, and notes the look."""


class Origins:
    """Tells what comes from the packages of a framework."""

    def __init__(self, analysis: Analysis, find_declaring: FindDeclaring) -> None:
        self._analysis = analysis
        self._find_declaring = find_declaring

    def fits(self, found: Found) -> bool:
        """Whether what has a shape comes from the packages that its rule wants, if any."""
        packages = found.own.rule.shape.of
        shape = found.own.rule.shape
        if shape.inside and not self._is_inside(found, shape.inside):
            return False
        if shape.at == "file":
            return self.is_configured(found.view.path, found.own.framework)
        if not packages:
            return True
        if shape.at == "class":
            return self._extends(found, packages)
        return self.comes_from(found.view, found.value, found.scope, found.position, packages)

    def is_configured(self, path: str, framework: Framework) -> bool:
        """Whether a file is near what configures a framework, where something has to."""
        if not framework.configs:
            return True
        return any(is_near(path, at) for at in self._find_declaring(CONFIG, framework.name))

    def comes_from(
        self, view: FileView, named: Expr, scope: int, position: int, packages: tuple[str, ...]
    ) -> bool:
        """Whether an expression is of a package; where nobody knows, whether the file uses it."""
        values = self._analysis.expand(self._analysis.evaluate(named, view, scope, position))
        outside = [*self._find_outside(values)]
        if outside:
            return any(is_of(name, packages) for name in outside)
        return not values and any(is_of(item.spec, packages) for item in view.facts.imports)

    def _find_outside(self, values: Values) -> Iterator[str]:
        for value in self._analysis.in_order(values):
            if type(value) is External or type(value) is Result:
                yield value.name
            elif type(value) is Class or type(value) is Instance:
                for base in self._analysis.classes.order(value.path, value.definition):
                    if type(base) is External:
                        yield base.name

    def name_bases(self, view: FileView, index: int) -> Iterator[str]:
        """Yield the names of all classes above a class."""
        for base in self._analysis.classes.order(view.path, index):
            if type(base) is External:
                yield base.name.rpartition(".")[2]
            elif type(base) is Class and (base.path, base.definition) != (view.path, index):
                yield self._analysis.view(base.path).definitions[base.definition].name

    def _extends(self, found: Found, packages: tuple[str, ...]) -> bool:
        order = self._analysis.classes.order(found.view.path, found.definition)
        names = found.own.rule.shape.names
        return any(
            type(base) is External
            and is_of(base.name, packages)
            and ("*" in names or base.name.rpartition(".")[2] in names)
            for base in order
        )

    def _is_inside(self, found: Found, names: tuple[str, ...]) -> bool:
        """Whether a definition is a member of a class with a base of one of some names."""
        owner = found.view.scopes[found.scope].definition
        is_class = found.view.scopes[found.scope].kind == "class" and owner >= 0
        return is_class and any(n in names for n in self.name_bases(found.view, owner))


def is_of(name: str, packages: tuple[str, ...]) -> bool:
    """Whether a dotted name from outside belongs to a package.

    Of what something outside gives, only the first part is known.
    """
    name = name.replace("<", "").replace(">", "")
    return any(
        name == package
        or name.startswith((f"{package}.", f"{package}/"))
        or package.startswith(f"{name}.")
        for package in packages
    )
