"""Every case under `fixtures/languages/` is linked as its comments say."""

from pathlib import Path

import pytest

from ripplegraph.parsers.registry import find_languages
from tests.support.languages import (
    CaseError,
    case_name,
    check_case,
    find_cases,
    read_expectations,
)

KNOWN_GAPS: dict[str, str] = {
    "python/branch_returns": "a branch that returns still hands its bindings on",
    "python/branches_all_replace": "bindings that both branches replace stay",
    "python/chained_unpacking": "chained targets are not bound from left to right",
    "python/class_body_comprehension_element": "the comprehension sees the class",
    "python/deleted_names": "`del` does not unbind",
    "python/local_bound_later": "a name that is bound further down counts as bound",
    "python/metaclass_and_keywords": "members of the metaclass are not found on the class",
    "python/module_attribute_set": "`module.name = value` in another file is not seen",
    "python/star_import_replaces_earlier_name": "names bound before it stay",
}
"""Cases that state the truth and are not linked so yet, each with the reason."""


def _parameters() -> list[object]:
    found: list[object] = []
    for case in find_cases():
        name = case_name(case)
        gap = KNOWN_GAPS.get(name)
        marks = [] if gap is None else [pytest.mark.xfail(reason=gap, raises=AssertionError)]
        found.append(pytest.param(case, id=name, marks=marks))
    return found


@pytest.mark.parametrize("case", _parameters())
def test_case(case: Path) -> None:
    failures = check_case(case)
    assert not failures, "\n" + "\n".join(failures)


def test_known_gaps_are_cases() -> None:
    assert set(KNOWN_GAPS) <= {case_name(case) for case in find_cases()}


def test_every_language_folder_is_a_language_with_cases() -> None:
    counts: dict[str, int] = {}
    for case in find_cases():
        assert case.is_dir(), f"{case} is no case"
        counts[case.parent.name] = counts.get(case.parent.name, 0) + 1
    assert counts["python"] >= 75
    fewest = {"full": 25, "good": 10, "known": 3}
    # Files that hold another language are tested by its cases.
    others = {"notebook", "svelte", "tsx", "vue"}
    missing = {
        language.name: counts.get(language.name, 0)
        for language in find_languages().values()
        if counts.get(language.name, 0) < fewest[language.level] and language.name not in others
    }
    assert not missing


def _write(folder: Path, **files: str) -> Path:
    case = folder / "case"
    case.mkdir()
    for name, text in files.items():
        (case / f"{name}.py").write_text(text)
    return case


GOOD = "def f():\n    pass\n\nf()\n# <- calls: a.py::f (exact)\n"


def test_a_right_case_passes(tmp_path: Path) -> None:
    assert check_case(_write(tmp_path, a=GOOD)) == []


def test_a_wrong_target_is_reported_with_its_place(tmp_path: Path) -> None:
    text = GOOD.replace("def f", "def g():\n    pass\n\ndef f").replace("a.py::f", "a.py::g")
    (failure,) = check_case(_write(tmp_path, a=text))
    assert failure == "a.py:7: f: expected calls a.py::g (exact), got a.py::f"


def test_a_wrong_resolution_is_reported(tmp_path: Path) -> None:
    (failure,) = check_case(_write(tmp_path, a=GOOD.replace("exact", "inferred")))
    assert failure == "a.py:4: f: expected calls a.py::f (inferred), got a.py::f (exact)"


def test_nothing_expected_where_something_is_bound_is_reported(tmp_path: Path) -> None:
    (failure,) = check_case(_write(tmp_path, a=GOOD.replace("calls: a.py::f (exact)", "none")))
    assert failure == "a.py:4: f: expected none nothing, got a.py::f"


def test_a_syntax_error_is_reported(tmp_path: Path) -> None:
    failures = check_case(_write(tmp_path, a=GOOD, b="def :\n"))
    assert [failure.partition(": ")[0] for failure in failures] == ["b.py:1"]


def test_a_case_without_expectations_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CaseError, match="expects nothing"):
        check_case(_write(tmp_path, a="def f():\n    pass\n"))


def test_a_target_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CaseError, match=r"there is no a\.py::h"):
        check_case(_write(tmp_path, a=GOOD.replace("a.py::f", "a.py::h")))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ff()\n#^ call: a.py::ff\n", "cannot read"),
        ("ff()\n#^ calls a.py::ff\n", "cannot read"),
        ("ff()\n#^ calls:\n", "cannot read"),
        ("ff()\n#^ calls\n", "calls with 0 targets"),
        ("ff()\n#^ none: a.py::ff\n", "none with 1 targets"),
        ("ff()\n#^ calls: a.py::ff (sure)\n", "no resolution"),
        ("ff()\n#^ calls: a.py::ff, a.py::ff\n", "stands twice"),
        ("ff()\n#     ^ calls: a.py::ff\n", "under no name"),
        ("a + ff()\n# ^ calls: a.py::ff\n", "under no name"),
        ("#^ calls: a.py::ff\nff()\n", "without code"),
        ("ff()  # ^ calls: a.py::ff\n", "out of place"),
        ("ff()\n# see ^ calls: a.py::ff\n", "out of place"),
        ("ff()\n# calls: a.py::ff\n", "out of place"),
        ("ff()\n#^\n", "cannot read"),
    ],
)
def test_a_malformed_expectation_is_refused(text: str, reason: str) -> None:
    with pytest.raises(CaseError, match=reason):
        read_expectations("a.py", text)


def test_the_caret_counts_characters_and_the_position_bytes() -> None:
    (item,) = read_expectations("a.py", "é = 1\nx = 'é', ff()\n#         ^ calls: ext:a\n")
    assert (item.line, item.name, item.start) == (2, "ff", 17)


def test_an_expectation_belongs_to_the_nearest_code_above(tmp_path: Path) -> None:
    text = "gg()\n\nff()\n# a remark\n#^ none\n# <- calls: ext:a (exact)\n"
    assert [(e.line, e.kind) for e in read_expectations("a.py", text)] == [
        (3, "none"),
        (3, "calls"),
    ]
