"""Recognition of test files by the names test runners look for."""

import re
from functools import lru_cache

_TEST_FOLDERS = frozenset(
    {"test", "tests", "Tests", "__tests__", "spec", "specs", "testing", "e2e"}
)
_TEST_FILE = re.compile(
    r"^(?:test_.*|.*_test|.*_tests|conftest|tests?)\.pyi?$"
    r"|_test\.go$"
    r"|(?:^Test[A-Z]\w*|\w(?:Tests?|TestCase|IT|Spec|Suite))\.(?:java|kt|scala)$"
    r"|(?:^|_)tests?\.rs$"
    r"|Tests?\.swift$"
    r"|(?:_spec|_test)\.(?:rb|lua)$|^test_.*\.(?:rb|lua)$"
    r"|\wTests?\.(?:php|cs)$|_test\.(?:exs|dart)$|\.bats$"
    r"|^(?:test[_-].*|.*[_-](?:test|tests|unittest|kunit)|.*\.test|tests?)\.(?:c|cc|cpp|cxx|h|hh|hpp)$"
    r"|\.(?:test|spec|test-d|bench)\.[cm]?[jt]sx?$"
)
_JVM = (".java", ".kt", ".scala")
_TEST_SOURCES = re.compile(r"(?:^|/)src/(?:\w+Test|test[A-Z]\w*|it)/")
"""Sources that only tests use, as Gradle and Maven have them: `src/integrationTest/`."""
_MAIN_SOURCES = re.compile(r"(?:^|/)src/(?:main|\w+Main)/")
"""Sources that are no tests, whatever they are called: `TestClass` of a library for tests."""

_BESIDE_CODE = (".rs", ".zig")


def has_tests_beside_code(path: str) -> bool:
    """Whether tests of a file's language stand in the files that they test."""
    return path.endswith(_BESIDE_CODE)


_TEST_PROJECT = re.compile(r"\.(?:Unit|Integration)?Tests?$")
"""How folders are called that hold a project of tests beside the one they test."""


@lru_cache(maxsize=65536)
def is_test_path(path: str) -> bool:
    """Whether a path is that of a test or of something that only tests use."""
    *folders, name = path.split("/")
    if name.endswith(_JVM) and _MAIN_SOURCES.search(path) is not None:
        return False
    if _TEST_FILE.search(name) is not None or not _TEST_FOLDERS.isdisjoint(folders):
        return True
    if name.endswith(_JVM):
        return _TEST_SOURCES.search(path) is not None
    return any(_TEST_PROJECT.search(folder) for folder in folders if "." in folder)
