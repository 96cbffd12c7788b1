"""Claims: how they are written, when they hold, and what shows it."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ripplegraph.memory.claims.grammar import Claim, ClaimError, parse_claim
from tests.support.chronicle.story import Note
from tests.support.chronicle.telling import call_ripple, remember
from tests.support.repository import commit_all, git

MODELS = """class Base:
    def save(self, now=False):
        return now


class User(Base):
    def save(self, now=False):
        return super().save(now)


class Guest(Base):
    name = "guest"

    def leave(self):
        return None
"""
SERVICE = """import requests
from models import Base, User

MAX = 3
NAME = 'shop'
RATIO = 0.5
TABLE = {"a": MAX}


def store(item: Base, retries: int = MAX):
    item.save()
    return send(item, retries)


def send(item, retries):
    return requests.post(NAME, item, retries)


async def later(item, *, when=None):
    return when


def unused(value):
    return value


def handler(event):
    return event


HANDLERS = [handler]
"""
FILES = {
    "models.py": MODELS,
    "service.py": SERVICE,
    "empty.py": "",
    "lib/io.py": "import service\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    commit_all(tmp_path, "first")
    return tmp_path


def check(root: Path, *claims: str, unresolved: bool = False) -> list[Any]:
    option = ("--allow-unresolved",) if unresolved else ()
    text = f"Claims {' '.join(claims)} once."
    found: list[Any] = remember(root, text, Note(claims=claims), *option)["claims"]
    return found


# How claims are written ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("exists(a.py)", Claim("exists", ("a.py",))),
        ("  EXISTS ( a.py::f )  ", Claim("exists", ("a.py::f",))),
        ("calls(a.py::f, b.py::g)", Claim("calls", ("a.py::f", "b.py::g"))),
        ("calls(`a (1).py::f`,`b,c.py`)", Claim("calls", ("a (1).py::f", "b,c.py"))),
        ("imports(a.py, requests)", Claim("imports", ("a.py", "requests"))),
        ("signature(a.py::f) = (x, y=(1, 2))", Claim("signature", ("a.py::f",), "(x, y=(1, 2))")),
        ("signature(a.py::f) = f(x) -> int", Claim("signature", ("a.py::f",), "f(x) -> int")),
        ("no_callers(a.py::f)", Claim("no_callers", ("a.py::f",))),
        ("value(a.py::X) = 'a = b'", Claim("value", ("a.py::X",), "'a = b'")),
    ],
)
def test_what_is_a_claim(text: str, claim: Claim) -> None:
    assert parse_claim(text) == claim
    assert parse_claim(str(claim)) == claim


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "calls("),
        ("a.py calls b.py", "calls("),
        ("calls(a.py)", "calls(src/"),
        ("calls(a.py, b.py, c.py)", "calls(src/"),
        ("calls(a.py, )", "calls(src/"),
        ("calls(a.py, b.py", "calls(src/"),
        ("calls(a.py, b.py) = 3", "calls(src/"),
        ("calls(a.py, b.py) today", "calls(src/"),
        ("exists()", "exists(src/"),
        ("exists(`a.py)", "backticks"),
        ("exists(a (1).py)", "backticks"),
        ("value(a.py::X)", "value(src/"),
        ("value(a.py::X) =", "value(src/"),
        ("signature(a.py::f) (x)", "signature(src/"),
        ("call(a.py, b.py)", "calls"),
        ("callers(a.py::f)", "no_callers"),
        ("exists(a.py)\nexists(b.py)", "calls("),
        ("value(a.py::X) = " + "1" * 2_000, "calls("),
    ],
)
def test_what_is_no_claim(text: str, hint: str) -> None:
    with pytest.raises(ClaimError) as caught:
        parse_claim(text)
    assert hint in (caught.value.hint or "")


TARGETS = st.text(st.characters(exclude_characters="`\n", exclude_categories=["Cs"]), min_size=1)


@given(st.lists(TARGETS.map(str.strip).filter(bool), min_size=2, max_size=2))
def test_any_target_can_be_written(targets: list[str]) -> None:
    claim = Claim("calls", tuple(targets))
    if len(str(claim)) <= 1_000 and "\n" not in str(claim).strip():
        assert parse_claim(str(claim)) == claim


def test_a_bad_claim_is_refused_with_an_example(root: Path) -> None:
    error = call_ripple(root, "remember", "So.", "--claim", "calls(service.py)", code=2)["error"]
    assert "is no claim" in error["message"]
    assert "calls(src/shop.py::pay, src/auth.py::verify)" in error["hint"]
    error = call_ripple(root, "remember", "So.", "--claim", "calls(x.py, service.py)", code=2)
    assert "x.py" in error["error"]["message"]
    error = call_ripple(root, "remember", "So.", "--claim", "exists(../../etc/passwd)", code=2)
    assert "outside" in str(error) or "leads out" in str(error)
    many = [part for number in range(30) for part in ("--claim", f"exists(m{number}.py)")]
    assert "30" in str(call_ripple(root, "remember", "So.", *many, code=2))


# When claims hold ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "holds", "evidence"),
    [
        ("exists(service.py)", True, "is there"),
        ("exists(service.py::store)", True, "is there"),
        ("exists(lib/)", True, "is there"),
        ("exists(lib/*.py)", True, "is there"),
        ("exists(service.py::gone)", False, "is not in the graph"),
        ("exists(gone.py)", False, "is not in the graph"),
        ("calls(service.py::store, service.py::send)", True, "service.py::store` calls"),
        ("calls(service.py, service.py::send)", True, "service.py::store` calls"),
        ("calls(service.py::send, service.py::store)", False, "nothing shows"),
        ("calls(service.py::store, models.py::Base)", True, "Base.save"),
        ("calls(service.py::send, requests)", True, "ext:requests"),
        ("imports(service.py, models.py)", True, "imports `models.py`"),
        ("imports(service.py::store, models.py::User)", True, "imports `models.py`"),
        ("imports(service.py, requests)", True, "ext:requests"),
        ("imports(service.py, ext:requests)", True, "ext:requests"),
        ("imports(models.py, service.py)", False, "nothing shows"),
        ("imports(lib/, service.py)", True, "lib/io.py"),
        ("imports(lib/*.py, service.py)", True, "lib/io.py"),
        ("imports(models.py, requests)", False, "nothing shows"),
        ("signature(service.py::send) = (item, retries)", True, "send(item, retries)"),
        ("signature(service.py::send) = send( item,retries, )", True, "send(item, retries)"),
        ("signature(service.py::send) = (item)", False, "send(item, retries)"),
        ("signature(service.py) = (item)", None, "has no signature"),
        ("value(service.py::MAX) = 3", True, "is 3"),
        ("value(service.py::MAX) = 4", False, "is 3"),
        ("value(service.py::NAME) = shop", True, "'shop'"),
        ('value(service.py::NAME) = "shop"', True, "'shop'"),
        ("value(service.py::NAME) = 'shops'", False, "'shop'"),
        ("value(service.py::RATIO) = 0.5", True, "is 0.5"),
        ("value(service.py::TABLE) = {}", None, "no plain literal"),
        ("value(service.py::store) = 3", None, "no plain literal"),
        ("no_callers(service.py::unused)", True, "no call of"),
        ("no_callers(service.py::send)", False, "service.py::store"),
        ("no_callers(models.py::User.save)", None, "what it overrides"),
        ("no_callers(service.py::handler)", None, "refers to"),
        ("no_callers(models.py::Guest)", True, "no call of"),
    ],
)
def test_when_a_claim_holds(root: Path, claim: str, holds: bool | None, evidence: str) -> None:
    (found,) = check(root, claim)
    assert found["holds"] is holds, found
    assert evidence in found["evidence"]


def test_a_call_that_may_mean_several_is_not_certain(root: Path) -> None:
    (root / "dynamic.py").write_text(
        "def one():\n    pass\n\n\ndef two():\n    pass\n\n\n"
        "def run(function):\n    function()\n\n\nrun(one)\nrun(two)\n"
    )
    commit_all(root, "dynamic")
    called, uncalled = check(
        root, "calls(dynamic.py::run, dynamic.py::one)", "no_callers(dynamic.py::one)"
    )
    assert called["holds"] is None
    assert uncalled["holds"] is None
    assert "may" in called["evidence"]
    assert "may" in uncalled["evidence"]


def test_a_false_claim_makes_the_memory_stale(root: Path) -> None:
    memory = remember(root, "Never more than three.", Note(claims=["value(service.py::MAX) = 4"]))
    assert memory["freshness"]["verdict"] == "claim_false"
    assert memory["label"].startswith("[STALE: `value(service.py::MAX) = 4` does not hold")


# Following -------------------------------------------------------------------------------------


def test_what_claims_speak_of_is_followed(root: Path) -> None:
    claims = [
        "calls(service.py::store, service.py::send)",
        "imports(service.py, models.py)",
        "signature(models.py::Guest.leave) = (self)",
        "value(service.py::MAX) = 3",
        "exists(lib/)",
    ]
    memory = remember(root, "All of this.", Note(claims=claims))["id"]
    git(root, "mv", "service.py", "desk.py")
    git(root, "mv", "lib", "library")
    text = (root / "models.py").read_text()
    (root / "models.py").write_text(text.replace("class Guest", "class Visitor"))
    commit_all(root, "moves")
    shown = call_ripple(root, "memories", "show", memory)
    assert [claim["holds"] for claim in shown["claims"]] == [True] * 5, shown["claims"]
    assert [claim["claim"] for claim in shown["claims"]] == claims, "as they were written"
    targets = {a["written_as"]: a["target"] for a in shown["anchors"] if a["role"] == "claim"}
    assert targets["service.py::send"] == "desk.py::send"
    assert targets["models.py::Guest.leave"] == "models.py::Visitor.leave"
    assert targets["lib/"] == "library/"


def test_a_syntax_error_leaves_claims_open(root: Path) -> None:
    claims = [
        "exists(service.py::handler)",
        "calls(service.py::store, service.py::send)",
        "imports(service.py, models.py)",
        "signature(service.py::unused) = (value)",
        "value(service.py::MAX) = 3",
    ]
    memory = remember(root, "All of this.", Note(claims=claims))["id"]
    (root / "service.py").write_text("def ((((\n" + SERVICE.replace("send(", "send((("))
    shown = call_ripple(root, "memories", "show", memory)
    assert False not in [claim["holds"] for claim in shown["claims"]]
    assert shown["freshness"]["verdict"] == "unknown"
    (root / "service.py").write_text(SERVICE)
    shown = call_ripple(root, "memories", "show", memory)
    assert [claim["holds"] for claim in shown["claims"]] == [True] * 5


def test_a_package_that_nobody_imports_any_more(root: Path) -> None:
    memory = remember(root, "So.", Note(claims=["imports(service.py, requests)"]))["id"]
    (root / "service.py").write_text(SERVICE.replace("import requests\n", ""))
    call_ripple(root, "scan")
    shown = call_ripple(root, "memories", "show", memory)
    assert shown["freshness"]["verdict"] == "claim_false"
    (root / "service.py").write_text(SERVICE)
    shown = call_ripple(root, "memories", "show", memory)
    assert shown["freshness"]["verdict"] == "fresh"


def test_the_evidence_names_the_line_as_it_is(root: Path) -> None:
    claim = "calls(service.py::store, service.py::send)"
    memory = remember(root, "So.", Note(claims=[claim]))
    assert memory["claims"][0]["evidence"].endswith("(service.py:12)")
    (root / "service.py").write_text(f"# One line more.\n{SERVICE}")
    call_ripple(root, "scan")
    listed = call_ripple(root, "memories", "list")["memories"]
    assert listed[0]["claims"][0]["evidence"].endswith("(service.py:13)")


def test_claims_can_be_replaced(root: Path) -> None:
    memory = remember(root, "So.", Note(claims=["value(service.py::MAX) = 4"]))["id"]
    call_ripple(root, "memories", "edit", memory, "--claim", "value(service.py::MAX) = 3")
    shown = call_ripple(root, "memories", "show", memory)
    assert [claim["claim"] for claim in shown["claims"]] == ["value(service.py::MAX) = 3"]
    assert shown["freshness"]["verdict"] == "fresh"
