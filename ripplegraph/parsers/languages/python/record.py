"""Python, as the registry knows it."""

from __future__ import annotations

import builtins

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.python.notebook import cells_as_module
from ripplegraph.parsers.lazy_import import LazyFunction

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.python.semantics", "PythonSemantics")
_EXTRACT = LazyFunction("ripplegraph.parsers.languages.python.extract", "extract")
_RESOLVER = LazyFunction("ripplegraph.parsers.languages.python.resolver", "PythonResolver")
_QUERY = read_query("ripplegraph.parsers.languages.python")
_BUILTINS = frozenset(dir(builtins)) | {"__file__", "__name__", "__path__", "reveal_type"}

PYTHON = Language(
    name="python",
    grammar="python",
    level="full",
    extensions=(".py", ".pyi", ".pyw"),
    query=_QUERY,
    extract=_EXTRACT,
    resolver=_RESOLVER,
    builtins=_BUILTINS,
    family="python",
    semantics=_SEMANTICS,
)
NOTEBOOK = Language(
    name="notebook",
    grammar="python",
    level="full",
    extensions=(".ipynb",),
    query=_QUERY,
    extract=_EXTRACT,
    resolver=_RESOLVER,
    prepare=cells_as_module,
    builtins=_BUILTINS | {"display", "get_ipython"},
    family="python",
    semantics=_SEMANTICS,
)
LANGUAGES = (PYTHON, NOTEBOOK)
