"""Order of files in answers: the product first, then its tests, then examples."""

from ripplegraph.graph.tests import is_test_path

PRODUCT, TESTS, EXAMPLES = range(3)
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


def rank_file(path: str) -> int:
    """Return where a file stands: product, tests, or examples, fixtures and benchmarks."""
    if not _EXAMPLE_FOLDERS.isdisjoint(path.split("/")[:-1]):
        return EXAMPLES
    return TESTS if is_test_path(path) else PRODUCT
