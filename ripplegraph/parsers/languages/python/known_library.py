"""What types, functions and methods of Python itself do with values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ripplegraph.frameworks.catalog import find_models
from ripplegraph.linking.files.known_library import KnownLibrary, by_model

_FUNCTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "builtins": {
        "same": "classmethod staticmethod",
        "elements": "frozenset iter list reversed set sorted tuple aiter",
        "element": "anext max min next",
        "enumerate": "enumerate",
        "type": "type",
        "getattr": "getattr",
        "mapped": "map",
        "zipped": "zip",
        "property": "property",
    },
    "functools": {
        "same": "cache lru_cache partial partialmethod singledispatch singledispatchmethod "
        "update_wrapper wraps",
        "called": "reduce",
    },
    "copy": {"same": "copy deepcopy replace"},
    "dataclasses": {"same": "replace"},
    "weakref": {"same": "proxy"},
    "asyncio": {"same": "shield wait_for", "awaited": "run"},
    "collections": {"elements": "deque"},
    "random": {"element": "choice"},
    "secrets": {"element": "choice"},
    "typing": {"cast": "cast"},
    "typing_extensions": {"cast": "cast"},
    "importlib": {"import": "import_module"},
}
_MODELS: Final = find_models()
PYTHON: Final = KnownLibrary(
    types=by_model(
        {
            "iter": "AbstractSet AsyncGenerator AsyncIterable AsyncIterator Collection Deque "
            "FrozenSet Generator Iterable Iterator KeysView List MutableSequence MutableSet "
            "QuerySet Reversible Sequence Set ValuesView deque frozenset list set",
            "tuple": "Tuple tuple",
            "map": "ChainMap DefaultDict Dict Mapping MutableMapping OrderedDict "
            "WeakValueDictionary defaultdict dict",
            "await": "Awaitable Coroutine Future Task",
            "context": "AbstractAsyncContextManager AbstractContextManager AsyncContextManager "
            "ContextManager",
            "type": "Type type",
            "call": "Callable",
            "union": "ClassVar Final InitVar NotRequired Optional ReadOnly Required Union",
            "first": "Annotated DynamicMapped Mapped WriteOnlyMapped",
            "silent": "Any Never NewType NoReturn None ParamSpec Self TypeVar object",
        }
    ),
    functions={
        f"{module}.{name}": model
        for module, models in _FUNCTIONS.items()
        for name, model in by_model(models).items()
    }
    | {name: model for models in _MODELS for name, model in models.functions},
    methods=by_model(
        {"entered": "enter_async_context enter_context", "awaited": "run_until_complete"}
    )
    | {name: model for models in _MODELS for name, model in models.methods},
    container_methods=by_model(
        {
            "same": " ".join(name for models in _MODELS for name in models.same),
            "element": " ".join(name for models in _MODELS for name in models.element),
        }
    )
    | by_model(
        {
            "element": "get pop popleft setdefault",
            "values": "values",
            "keys": "keys",
            "items": "items",
            "same": "copy filter reverse",
        }
    ),
    lists=frozenset({"builtins", "collections"}),
    asked_bases=frozenset(
        name for models in _MODELS for name in (*models.bases, *models.manager_bases)
    ),
    empty_bases=frozenset({"builtins.object", "typing.Generic", "typing.Protocol", "abc.ABC"}),
    enumerations=frozenset(
        {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "TextChoices", "IntegerChoices"}
    ),
)
