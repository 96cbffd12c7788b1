"""Which Go files can be part of one build."""

import pytest

from ripplegraph.parsers.languages.go.builds import are_built_together, read_condition


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        (("a.go", ""), ("b.go", ""), True),
        (("a_linux.go", ""), ("b_windows.go", ""), False),
        (("a_linux_test.go", ""), ("b_linux_arm64.go", ""), True),
        (("a_amd64.go", ""), ("b_linux_arm64.go", ""), False),
        (("linux.go", ""), ("windows.go", ""), True),
        (("a_linux.go", ""), ("b.go", "!windows"), True),
        (("a_windows.go", ""), ("b.go", "unix"), False),
        (("a_android.go", ""), ("b.go", "linux"), True),
        (("a.go", "appengine"), ("b.go", "!appengine && !js"), False),
        (("a.go", "(linux || darwin) && cgo"), ("b_darwin.go", "!cgo"), False),
        (("a.go", "go1.18"), ("b.go", ""), True),
        (("a.go", "!go1.18"), ("b.go", ""), False),
        (("a.go", "ignore"), ("b.go", ""), False),
        (("a.go", "ignore"), ("a.go", "ignore"), True),
        (("a.go", "a && b && c && d"), ("b.go", "!a && e && f && g && h"), True),
        (("a.go", "linux &&"), ("b.go", ""), False),
    ],
)
def test_conditions_that_can_be_met_together(
    one: tuple[str, str], other: tuple[str, str], together: bool
) -> None:
    assert are_built_together(*one, *other) is together
    assert are_built_together(*other, *one) is together


@pytest.mark.parametrize(
    ("header", "condition"),
    [
        ("// Copyright\n\n", ""),
        ("//go:build linux && !cgo\n\n", "linux && !cgo"),
        ("//go:build linux\n// +build darwin\n\n", "linux"),
        (
            "// +build linux,!cgo darwin\n// +build amd64\n\n",
            "(linux && !cgo || darwin) && (amd64)",
        ),
    ],
)
def test_lines_above_the_package_clause(header: str, condition: str) -> None:
    assert read_condition(header) == condition
