"""Which file names are the same name."""

import pytest

from ripplegraph.impact.ranking.file_names import get_stem, rate_similarity


@pytest.mark.parametrize(
    ("path", "stem"),
    [
        ("src/flask/app.py", "app"),
        ("tests/test_app.py", "app"),
        ("app_test.go", "app"),
        ("src/app.test.tsx", "app"),
        ("lib/app_spec.rb", "app"),
        ("java/AppTest.java", "app"),
        ("java/TestApp.java", "app"),
        ("java/App.java", "app"),
        ("httpx/_app.py", "app"),
        ("app.h", "app"),
        ("pkg/__init__.py", "init"),
        ("tests.py", "tests"),
        ("src/latest.py", "latest"),
        ("src/contest_spec_reader.py", "contest_spec_reader"),
        ("src/Attest.java", "attest"),
        (".github", "github"),
        ("docs/.config.d/x", "x"),
        ("a/___", ""),
    ],
)
def test_the_mark_of_a_test_is_no_part_of_the_name(path: str, stem: str) -> None:
    assert get_stem(path) == stem


@pytest.mark.parametrize(
    ("path", "target", "likeness"),
    [
        ("tests/test_routing.py", "starlette/routing.py", 2),
        ("routing_test.go", "routing.go", 2),
        ("src/test/java/RoutingTest.java", "src/main/java/Routing.java", 2),
        ("src/routing.spec.ts", "src/routing.ts", 2),
        ("tests/test_routing_errors.py", "starlette/routing.py", 1),
        ("tests/test_middleware.py", "starlette/middleware/__init__.py", 2),
        ("src/query.test.ts", "src/query/index.ts", 2),
        ("tests/test_base.py", "starlette/routing.py", 0),
        ("tests/test_rerouting.py", "starlette/routing.py", 0),
    ],
)
def test_likeness_of_a_test_and_a_file(path: str, target: str, likeness: int) -> None:
    assert rate_similarity(path, ["other/thing.py", target]) == likeness
