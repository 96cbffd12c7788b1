"""What changed between two versions of some files, and which nodes moved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.graph.changes import CHANGING_KINDS, GraphChange, NodeState
from ripplegraph.graph.compatibility import get_body_print
from ripplegraph.graph.ids import SEPARATOR
from ripplegraph.graph.model import ChangeKind
from ripplegraph.indexing.changes.graph_changes import compute_changes
from tests.support.examples import walk
from tests.support.states import read_states

Files = Mapping[str, str]

LONG = """\
def {name}(a, b=1):
    total = a + b
    for n in range(total):
        total += n * {factor}
    return total
"""


def compare(before: Files, after: Files, renames: Mapping[str, str] | None = None) -> list[str]:
    """Return the changes of definitions in short: `moved a.py::f <- b.py::f`."""
    changes = compute_changes(read_states(before), read_states(after), renames or {})
    return [describe(change) for change in changes if SEPARATOR in change.id]


def describe(change: GraphChange) -> str:
    origin = f" <- {change.previous_id}" if change.previous_id else ""
    return f"{change.kind} {change.id}{origin}"


def long(name: str, factor: int = 2) -> str:
    return LONG.format(name=name, factor=factor)


def test_added_removed_and_changed() -> None:
    before = {"a.py": "X = 1\ndef f(a): return a\ndef g(): return 1\ndef h(): return [2]\n"}
    after = {"a.py": "X = 2\ndef f(a): return -a\ndef g(b): return 1\ndef i(c): return {3}\n"}
    assert compare(before, after) == [
        "body_changed a.py::X",
        "body_changed a.py::f",
        "signature_changed a.py::g",
        "removed a.py::h",
        "added a.py::i",
    ]
    details = {
        change.id: change.detail
        for change in compute_changes(read_states(before), read_states(after), {})
    }
    assert details["a.py::X"] == "value is 2, was 1"
    assert details["a.py::h"] == "function removed"


def test_the_same_files_have_no_changes() -> None:
    files = {"a.py": long("f"), "b.ts": "export class A { m(): void {} }\n"}
    assert compute_changes(read_states(files), read_states(files), {}) == []


def test_a_renamed_file_takes_its_definitions_along() -> None:
    before = {"a.py": "def f(): return 1\nclass C:\n    def m(self): pass\n"}
    after = {"b.py": "def f(): return 2\nclass C:\n    def m(self, x): pass\n"}
    assert compare(before, after, {"a.py": "b.py"}) == [
        "moved b.py::C <- a.py::C",
        "moved b.py::C.m <- a.py::C.m",
        "signature_changed b.py::C.m",
        "moved b.py::f <- a.py::f",
        "body_changed b.py::f",
    ]


def test_files_that_swap_their_names() -> None:
    before = {"a.py": "def f(): return 1\n", "b.py": "def f(): return 2\n"}
    after = {"a.py": before["b.py"], "b.py": before["a.py"]}
    assert compare(before, after, {"a.py": "b.py", "b.py": "a.py"}) == [
        "moved a.py::f <- b.py::f",
        "moved b.py::f <- a.py::f",
    ]


def test_renames_that_do_not_fit_are_ignored() -> None:
    before = {"a.py": "def f(): return 1\n"}
    after = {"a.py": "def f(): return 2\n", "b.py": "def f(): return 3\n"}
    renames = {"a.py": "b.py", "gone.py": "b.py", "a.txt": "c.txt"}
    assert compare(before, after, renames) == ["body_changed a.py::f", "added b.py::f"]


def test_a_file_with_the_same_bytes_moved_even_if_git_does_not_say_so() -> None:
    before = {"a.py": "def f(): return 1\n", "notes.txt": "hello\n"}
    after = {"b.py": "def f(): return 1\n", "docs/notes.txt": "hello\n"}
    changes = compute_changes(read_states(before), read_states(after), {})
    assert [describe(change) for change in changes] == [
        "moved b.py <- a.py",
        "moved b.py::f <- a.py::f",
        "moved docs/notes.txt <- notes.txt",
    ]


def test_a_file_moved_and_edited_is_known_by_most_of_what_it_defines() -> None:
    before = {"a.py": long("f", 2) + long("g", 3) + long("h", 4)}
    after = {"b.py": long("f", 2) + long("g", 3) + long("h", 5)}
    changes = compute_changes(read_states(before), read_states(after), {})
    assert describe(changes[0]) == "moved b.py <- a.py"
    assert "body_changed b.py::h" in [describe(change) for change in changes]


def test_empty_files_are_not_told_apart() -> None:
    changes = compute_changes(read_states({"a/__init__.py": ""}), read_states({"b.py": ""}), {})
    assert [describe(change) for change in changes] == ["removed a/__init__.py", "added b.py"]


def test_a_definition_that_moves_to_another_file() -> None:
    before = {"a.py": long("f"), "b.py": ""}
    after = {"a.py": "", "b.py": long("f")}
    assert compare(before, after) == ["moved b.py::f <- a.py::f"]


def test_a_definition_with_a_new_name() -> None:
    assert compare({"a.py": long("f")}, {"a.py": long("better")}) == [
        "moved a.py::better <- a.py::f"
    ]


def test_a_class_with_a_new_name_takes_its_members_along() -> None:
    text = "class {}:\n    def short(self): return 1\n    def other(self, x): return x\n"
    before, after = {"a.py": text.format("Old")}, {"a.py": text.format("New")}
    assert compare(before, after) == [
        "moved a.py::New <- a.py::Old",
        "moved a.py::New.other <- a.py::Old.other",
        "moved a.py::New.short <- a.py::Old.short",
    ]


def test_one_that_went_and_two_that_came_are_ambiguous() -> None:
    before = {"a.py": long("f")}
    after = {"b.py": long("g"), "c.py": long("h")}
    assert compare(before, after) == ["removed a.py::f", "added b.py::g", "added c.py::h"]


def test_the_name_decides_between_equals() -> None:
    before = {"a.py": long("f") + long("g")}
    after = {"b.py": long("f") + long("g")}
    assert compare(before, after) == ["moved b.py::f <- a.py::f", "moved b.py::g <- a.py::g"]


def test_a_short_body_is_no_proof_without_its_name() -> None:
    assert compare({"a.py": "def f(): pass\n"}, {"b.py": "def g(): pass\n"}) == [
        "removed a.py::f",
        "added b.py::g",
    ]
    moved = {"a.py": "x = 1\ndef f(): pass\n"}, {"b.py": "y = 1\ndef f(): pass\n"}
    assert "moved b.py::f <- a.py::f" in compare(*moved)


def test_constructors_of_different_classes_are_no_move() -> None:
    body = "    def __init__(self):\n        pass\n"
    before = {"a.py": f"class A:\n{body}    def run(self): return [1]\n"}
    after = {"b.py": f"class B:\n{body}    def go(self): return (2)\n"}
    assert not [line for line in compare(before, after) if line.startswith("moved")]


def test_something_else_of_that_name_is_no_move() -> None:
    before, after = {"a.py": long("f")}, {"b.py": "class f:\n    x = 1\n    y = 2\n    z = 3\n"}
    assert "removed a.py::f" in compare(before, after)


def test_a_file_that_offers_less_is_incompatible() -> None:
    before = {"a.py": "def f(): return 1\ndef g(): return [2]\n"}
    after = {"a.py": "def f(): return 1\n"}
    found = {
        (change.id, change.kind): change
        for change in compute_changes(read_states(before), read_states(after), {})
    }
    change = found["a.py", ChangeKind.SIGNATURE_CHANGED]
    assert (change.compatible, change.detail) == (False, "no longer offers `g`")


def test_a_file_that_offers_more_is_compatible() -> None:
    before = {"a.py": "def f(): return 1\n"}
    after = {"a.py": "def f(): return 1\n" + "".join(f"def g{n}(): ...\n" for n in range(7))}
    changes = compute_changes(read_states(before), read_states(after), {})
    surface = next(item for item in changes if item.kind is ChangeKind.SIGNATURE_CHANGED)
    assert surface.compatible is True
    assert surface.detail == "now offers `g0`, `g1`, `g2`, `g3`, `g4` and 2 more"


def test_text_files_change_by_their_content() -> None:
    changes = compute_changes(
        read_states({"a.yml": "x: 1\n"}), read_states({"a.yml": "x: 2\n"}), {}
    )
    assert [(describe(item), item.detail) for item in changes] == [
        ("body_changed a.yml", "content changed")
    ]


# Whatever changed: the changes, applied to what was there, give what is there.

Looks = tuple[str, str | None, str | None]
NAMES = st.sampled_from(["f", "g", "h", "C"])
PATHS = st.sampled_from(["a.py", "b.py", "lib/c.py", "d.ts", "e.ts", "notes.txt"])


def write_definition(path: str, name: str, looks: int) -> str:
    if path.endswith(".ts"):
        return [
            f"export function {name}(a: string) {{ return {looks} }}\n",
            f"export function {name}(a: string, b?: number) {{ return 1 }}\n",
            f"export class {name} {{ m(): number {{ return 1 }} x = {looks} }}\n",
            f"export const {name} = {looks}\n",
        ][looks % 4]
    return [
        f"def {name}(a):\n    return {looks}\n",
        long(name, looks),
        f"class {name}:\n    def m(self):\n        return 1\n    X = {looks}\n",
        f"{name} = {looks}\n",
    ][looks % 4]


@st.composite
def projects(draw: st.DrawFn) -> Files:
    files = draw(
        st.dictionaries(
            PATHS,
            st.dictionaries(NAMES, st.integers(0, 6), max_size=4),
            max_size=5,
        )
    )
    return {
        path: "".join(write_definition(path, name, looks) for name, looks in sorted(names.items()))
        for path, names in files.items()
    }


def get_looks(states: Iterable[NodeState]) -> dict[str, Looks]:
    return {
        state.id: (state.kind.value, state.signature_fingerprint, get_body_print(state))
        for state in states
        if state.kind in CHANGING_KINDS
    }


def apply(changes: Iterable[GraphChange], before: Mapping[str, Looks]) -> dict[str, Looks]:
    """Apply changes that happened at once, with nothing but what they say."""
    listed = list(changes)
    left = {item.previous_id for item in listed if item.kind is ChangeKind.MOVED}
    left |= {item.id for item in listed if item.kind is ChangeKind.REMOVED}
    after = {key: looks for key, looks in before.items() if key not in left}
    for item in listed:
        if item.kind is ChangeKind.MOVED:
            assert item.previous_id is not None
            assert item.id not in after
            after[item.id] = before[item.previous_id]
        elif item.kind is ChangeKind.ADDED:
            assert item.id not in after
            after[item.id] = (
                item.node_kind.value,
                item.new_signature_fingerprint,
                item.new_body_fingerprint,
            )
    for item in listed:
        kind, signature, body = after.get(item.id, ("", None, None))
        if item.kind is ChangeKind.SIGNATURE_CHANGED:
            assert signature == item.old_signature_fingerprint
            after[item.id] = (item.node_kind.value, item.new_signature_fingerprint, body)
        elif item.kind is ChangeKind.BODY_CHANGED:
            assert body == item.old_body_fingerprint
            after[item.id] = (kind, signature, item.new_body_fingerprint)
    return after


@given(projects(), projects(), st.dictionaries(PATHS, PATHS, max_size=3), st.randoms())
@walk(150)
def test_changes_lead_from_before_to_after(
    old: Files, new: Files, renames: Mapping[str, str], chance: Random
) -> None:
    before, after = read_states(old), read_states(new)
    changes = compute_changes(before, after, renames)
    assert apply(changes, get_looks(before)) == get_looks(after)
    shuffled = list(before), list(after)
    for states in shuffled:
        chance.shuffle(states)
    assert compute_changes(*shuffled, dict(reversed(list(renames.items())))) == changes
    for change in changes:
        assert change.detail
        assert (change.previous_id is not None) == (change.kind is ChangeKind.MOVED)
        assert change.compatible is None or change.kind is ChangeKind.SIGNATURE_CHANGED
