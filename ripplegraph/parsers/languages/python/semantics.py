"""The semantics of Python."""

from __future__ import annotations

from ripplegraph.linking.ordinary import OrdinarySemantics


class PythonSemantics(OrdinarySemantics):
    """How the names and types of Python behave."""

    constructors = ("__init__", "__new__")
    call_method = "__call__"
    class_methods = frozenset({"__class_getitem__", "__init_subclass__", "__new__"})
    submodules = True
    packages = ("__init__.py", "__init__.pyi")
    fixtures = "conftest.py"
