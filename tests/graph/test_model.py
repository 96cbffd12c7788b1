"""The words of the graph and its readable ids."""

from ripplegraph.graph import ids
from ripplegraph.graph.model import IMPACT_WEIGHTS, EdgeKind


def test_only_containment_and_common_history_are_no_dependency() -> None:
    assert {kind for kind in EdgeKind if not kind.is_dependency} == {
        EdgeKind.CONTAINS,
        EdgeKind.CO_CHANGES,
    }


def test_weights_are_shares() -> None:
    assert all(0 < weight < 1 for weight in IMPACT_WEIGHTS.values())
    assert max(IMPACT_WEIGHTS, key=IMPACT_WEIGHTS.__getitem__) is EdgeKind.IMPORTS


def test_ids() -> None:
    assert ids.build_symbol_id("src/auth.py", "Login.verify") == "src/auth.py::Login.verify"
    assert ids.build_symbol_id("a.py", "f", occurrence=2) == "a.py::f#2"
    assert ids.build_directory_id("src/auth") == ids.build_directory_id("src/auth/") == "src/auth/"
    assert ids.build_import_label("flask.helpers") == "<import flask.helpers>"
    assert ids.build_external_id("requests") == "ext:requests"


def test_an_id_tells_its_path() -> None:
    assert ids.get_path("src/auth.py::Login.verify") == "src/auth.py"
    assert ids.get_path("src/auth.py") == "src/auth.py"
    assert ids.get_path("src/auth/") == "src/auth/"
    assert ids.get_path("ext:requests") is None
