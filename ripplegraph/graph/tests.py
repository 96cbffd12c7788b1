"""Which files are tests, going by the names test runners look for."""

import re
from functools import lru_cache

_TEST_FOLDERS = frozenset({"test", "tests", "__tests__", "spec", "specs", "testing", "e2e"})
_TEST_FILE = re.compile(
    r"^(?:test_.*|.*_test|.*_tests|conftest|tests?)\.pyi?$"
    r"|_test\.go$"
    r"|^(?:test_.*|.*_(?:test|tests|unittest)|.*\.test|tests?)\.(?:c|cc|cpp|cxx|h|hh|hpp)$"
    r"|\.(?:test|spec|test-d|bench)\.[cm]?[jt]sx?$"
)


@lru_cache(maxsize=65536)
def is_test_path(path: str) -> bool:
    """Whether a path is that of a test or of something that only tests use."""
    *folders, name = path.split("/")
    return _TEST_FILE.search(name) is not None or not _TEST_FOLDERS.isdisjoint(folders)
