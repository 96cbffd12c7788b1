"""What functions of Python itself give that hand values of the project through."""

from __future__ import annotations

from collections.abc import Sequence

from ripplegraph.linking.analysis import Analysis, Caller
from ripplegraph.linking.values.value import (
    EMPTY,
    Class,
    Container,
    Function,
    Instance,
    Text,
    TypedObject,
    Values,
)
from ripplegraph.linking.values.value_sets import generic, join, one


class LibraryCalls:
    """Applies the models of functions that `known_library.py` names."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def apply(self, model: str, args: Sequence[Values], caller: Caller) -> Values:
        """Return what a call of a function with a model gives."""
        first = args[0] if args else EMPTY
        containers = self._analysis.containers
        if model == "enumerate":
            return generic("iter", one(Container("pairs", containers.elements(first), EMPTY)))
        if model == "zipped" and args:
            places = tuple((str(i), containers.elements(a)) for i, a in enumerate(args))
            return one(Container("iter", one(TypedObject(places)), EMPTY))
        if model == "entered":
            return containers.entered(first)
        if model == "awaited":
            given = self._analysis.expand(first)
            return join(v.values for v in given if type(v) is Container and v.kind == "await")
        if model in ("queried", "queried one"):
            return self._query(args, is_one=model == "queried one")
        if model == "provided":
            given = join(self._analysis.calls.apply(v, None) for v in self._analysis.expand(first))
            held = frozenset(v for v in given if type(v) is Container)
            return join((given - held, containers.elements(containers.awaited(held))))
        if model in ("rows", "row"):
            given = frozenset(v for v in self._analysis.expand(first) if type(v) is Container)
            return given if model == "rows" else containers.elements(given)
        if model == "property":
            return generic("property", frozenset(v for v in first if type(v) is Function))
        return self._of_call(model, args, caller)

    def _query(self, args: Sequence[Values], *, is_one: bool) -> Values:
        """Return what a query by classes gives: their objects, or pairs and more of them."""
        made = [
            frozenset(
                Instance(v.path, v.definition)
                for v in self._analysis.expand(values)
                if type(v) is Class
            )
            for values in args
        ]
        made = [values for values in made if values]
        if is_one or not made:
            first = self._analysis.expand(args[0]) if args else EMPTY
            queried = frozenset(v for v in first if type(v) is Container)
            return join([*made[:1], self._analysis.containers.elements(queried)])
        if len(made) == 1:
            return generic("iter", made[0])
        places = tuple((str(i), values) for i, values in enumerate(made))
        return one(Container("iter", one(TypedObject(places)), EMPTY))

    def _of_call(self, model: str, args: Sequence[Values], caller: Caller) -> Values:
        first = args[0] if args else EMPTY
        analysis, view, call = self._analysis, caller[0], caller[0].calls[caller[1]]
        if model == "type":
            return frozenset(
                Class(v.path, v.definition) for v in analysis.expand(first) if type(v) is Instance
            )
        if model == "cast" and call.args:
            return analysis.annotations.instances(call.args[0], view, call.scope, call.position)
        if model == "getattr" and len(args) > 1:
            names = [v.text for v in args[1] if type(v) is Text]
            return join(analysis.attributes(first, n) for n in names)
        if model == "import":
            specs = [v.text for v in first if type(v) is Text]
            return join(analysis.modules.import_values(view, spec, "") for spec in specs)
        if model == "mapped" and len(args) > 1:
            given = [v for v in analysis.expand(first) if type(v) is Function or type(v) is Class]
            return generic("iter", join(analysis.calls.apply(v, None) for v in given))
        return EMPTY
