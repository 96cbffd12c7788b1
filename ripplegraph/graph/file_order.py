"""Order of files in answers: the product, its tests, then examples and generated code."""

import re
from functools import lru_cache

from ripplegraph.graph.tests import is_test_path

PRODUCT, TESTS, EXAMPLES, GENERATED = range(4)
_EXAMPLE_FOLDERS = frozenset(
    [
        "bench",
        "benchmark",
        "benchmarks",
        "demo",
        "demos",
        "doc",
        "docs",
        "example",
        "examples",
        "fixtures",
        "sample",
        "samples",
    ]
)


_GENERATED = re.compile(
    r"(?:^|/)(?:generated|__generated__|\.?gen)/"
    r"|_pb2(?:_grpc)?\.pyi?$|\.pb(?:\.\w+)*\.(?:go|cc|h|dart|swift|ts|js)$|_pb\.[jt]s$"
    r"|[._-](?:generated|gen|g|freezed|designer)\.\w+$|(?:^|/)zz_generated\b|\.min\.js$",
    re.IGNORECASE,
)


@lru_cache(maxsize=65536)
def rank_file(path: str) -> int:
    """Return where a file stands: product, tests, examples and the like, or generated code."""
    if not _EXAMPLE_FOLDERS.isdisjoint(path.split("/")[:-1]):
        return EXAMPLES
    if is_test_path(path):
        return TESTS
    return GENERATED if _GENERATED.search(path) is not None else PRODUCT
