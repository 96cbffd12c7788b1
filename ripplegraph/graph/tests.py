"""Which files are tests, going by the names test runners look for."""

import re
from functools import lru_cache

_TEST_FOLDERS = frozenset({"test", "tests", "__tests__", "spec", "specs", "testing", "e2e"})
_TEST_FILE = re.compile(
    r"^(?:test_.*|.*_test|.*_tests|conftest|tests?)\.pyi?$"
    r"|_test\.go$"
    r"|(?:^Test[A-Z]\w*|\w(?:Tests?|TestCase|IT|Spec|Suite))\.(?:java|kt|scala)$"
    r"|\.(?:test|spec|test-d|bench)\.[cm]?[jt]sx?$"
)
_JVM = (".java", ".kt", ".scala")
_TEST_SOURCES = re.compile(r"(?:^|/)src/(?:\w+Test|test[A-Z]\w*|it)/")
"""Sources that only tests use, as Gradle and Maven have them: `src/integrationTest/`."""


@lru_cache(maxsize=65536)
def is_test_path(path: str) -> bool:
    """Whether a path is that of a test or of something that only tests use."""
    *folders, name = path.split("/")
    if _TEST_FILE.search(name) is not None or not _TEST_FOLDERS.isdisjoint(folders):
        return True
    return name.endswith(_JVM) and _TEST_SOURCES.search(path) is not None
