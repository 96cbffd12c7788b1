"""Types of what functions give to the functions that are passed to them, as they are written."""

from __future__ import annotations

from ripplegraph.graph.expressions import GENERICS, Either, Expr, GenericType
from ripplegraph.linking.analysis import Analysis
from ripplegraph.linking.files.type_parameters import give
from ripplegraph.linking.semantics import FileView
from ripplegraph.linking.values.value import EMPTY, Called, Instance, Values
from ripplegraph.linking.values.value_sets import join


class Callbacks:
    """Reads the types of functions: those of a library, and those that the project declares."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def given_by(self, value: Called, at: int, param: int) -> Values:
        """Return what a function of the project gives, by how it writes what it takes."""
        view = self._analysis.view(value.path)
        definition = view.definitions[value.definition]
        self._analysis.ask(view, definition.name)
        if at >= len(definition.params):
            return EMPTY
        written = definition.params[at].annotation
        scope = definition.body if definition.body >= 0 else definition.scope
        end = view.scopes[scope].end
        while isinstance(written, (Either, GenericType)):
            if type(written) is Either:
                written = written.options[0]
                continue
            form = self._analysis.annotations.form_of(str(written.base), view, scope)
            if form == "function":
                break
            if form != "quoted":
                return self._given_by_delegate(written, view, scope, param)
            written = written.arguments[0]
        if isinstance(written, str):
            return self._given_by_delegate(written, view, scope, param)
        if not isinstance(written, GENERICS) or param >= len(written.arguments):
            return EMPTY
        return self._analysis.annotations.instances(written.arguments[param], view, scope, end)

    def _given_by_delegate(self, written: Expr, view: FileView, scope: int, param: int) -> Values:
        """Return what a type of functions says that it gives, which the project declares."""
        made = self._analysis.annotations.instances(written, view, scope, view.scopes[scope].end)
        return join(self._taken_by(v, param) for v in made if type(v) is Instance)

    def _taken_by(self, value: Instance, param: int) -> Values:
        """Return what a function takes that a declared type of functions stands for."""
        view = self._analysis.view(value.path)
        self._analysis.ask_definition(view, value.definition)
        definition = view.definitions[value.definition]
        if param >= len(definition.params):
            return EMPTY
        names = view.semantics.type_parameters(view, definition)
        scope = definition.body if definition.body >= 0 else definition.scope
        given = give(zip(names, value.arguments, strict=False), view, scope)
        taken, end = definition.params[param].annotation, view.scopes[scope].end
        return self._analysis.annotations.instances(taken, view, scope, end, given)
