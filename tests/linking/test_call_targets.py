"""Targets of calls that stand beside each other."""

from ripplegraph.linking.emit.call_targets import _distinct
from ripplegraph.linking.values.links import INFERRED
from ripplegraph.linking.values.targets import CallTarget


def test_of_one_thing_from_outside_the_known_type_counts_in_any_order() -> None:
    known = CallTarget("ext:flask", INFERRED)
    vague = CallTarget("ext:flask", INFERRED, vague=True)
    assert _distinct([known, vague]) == [known]
    assert _distinct([vague, known]) == [known]
