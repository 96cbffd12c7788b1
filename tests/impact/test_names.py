"""Which file names are the same name."""

import pytest

from ripplegraph.impact.names import get_stem


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
