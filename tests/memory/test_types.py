"""The types of memory: every vocabulary's names, details, settings and plugins."""

import subprocess
import sys
from pathlib import Path

import pytest

from ripplegraph.errors import UsageError
from ripplegraph.memory.types.definition import PHASES, SCOPES
from ripplegraph.memory.types.details import DetailsError, check_details, find_paths
from ripplegraph.memory.types.registry import UnknownTypeError, build_registry
from tests.support.plugins import install_distribution

REGISTRY = build_registry()

V3 = (
    "gotcha decision preference pattern requirement error_pattern module_insight workflow "
    "prefetch_pattern work_state causal_dependency task_calibration e2e_observation dead_end "
    "work_unit_outcome workflow_recipe context_cost"
)
HATS = "architecture dependency decision constraint pattern convention pitfall fix"
EVENTS = "submission rejection approval decision follow_up hint wont_fix commit dispute"
SIGNALS = (
    "KEY_FACT DECISION STEP_DONE STEP_PENDING FILE_MODIFIED ERROR PHASE_RESULT EVAL_FEEDBACK "
    "JUDGE_DIRECTIVE FEEDBACK_RESPONSE"
)
KNOWLEDGE = "convention architecture decision fact"
DIALECTS = sorted({*f"{V3} {HATS} {EVENTS} {SIGNALS} {KNOWLEDGE}".split()})

MEANINGS = {
    "pitfall": "gotcha",
    "constraint": "requirement",
    "fix": "error_pattern",
    "ERROR": "error_pattern",
    "workflow": "workflow_recipe",
    "hint": "fact",
    "KEY_FACT": "fact",
    "STEP_PENDING": "work_state",
    "PHASE_RESULT": "work_unit_outcome",
    "submission": "work_unit_outcome",
    "rejection": "feedback",
    "JUDGE_DIRECTIVE": "feedback",
    "knowledge/fact": "fact",
    "episode/failed": "dead_end",
    "Key fact": "fact",
    "dead-end": "dead_end",
}


@pytest.mark.parametrize("name", DIALECTS)
def test_a_name_of_any_vocabulary_is_known(name: str) -> None:
    known = REGISTRY.resolve(name)
    assert known.scope in SCOPES
    assert 0 < known.confidence <= 1
    assert set(known.phase_weights) <= set(PHASES)


@pytest.mark.parametrize("name", MEANINGS)
def test_a_name_means_one_canonical_type(name: str) -> None:
    assert REGISTRY.resolve(name).name == MEANINGS[name]


def test_an_abandoned_pitfall_is_a_dead_end() -> None:
    assert REGISTRY.resolve("pitfall", ["abandoned"]).name == "dead_end"


def test_no_name_means_two_types() -> None:
    names = [
        alias.name.casefold()
        for known in REGISTRY.list_types()
        for alias in known.aliases
        if alias.tag is None
    ]
    assert len(names) == len(set(names))


def test_half_lives_and_phase_weights_are_those_of_their_source() -> None:
    assert REGISTRY.resolve("work_state").half_life_days == 7
    assert REGISTRY.resolve("dead_end").half_life_days == 90
    assert REGISTRY.resolve("gotcha").half_life_days is None
    assert REGISTRY.resolve("gotcha").get_phase_weight("implement") == 1.5
    assert REGISTRY.resolve("preference").get_phase_weight("validate") == 1.0
    assert REGISTRY.resolve("e2e_observation").get_phase_weight("define") == 0.6


def test_an_unknown_type_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownTypeError) as caught:
        REGISTRY.resolve("gotchas")
    assert "'gotcha'" in caught.value.hint


def test_settings_register_types_and_other_names() -> None:
    registry = build_registry(["runbook", "trap=gotcha"])
    assert registry.resolve("runbook").name == "runbook"
    assert registry.resolve("trap").name == "gotcha"


@pytest.mark.parametrize("setting", ["", "=gotcha", "trap=gotchaa"])
def test_a_setting_that_is_no_type_is_refused(setting: str) -> None:
    with pytest.raises(UsageError, match=r"memory\.types"):
        build_registry([setting])


PLUGIN = """
from ripplegraph.memory.types.definition import Field, MemoryType
CRITERION = MemoryType("acceptance_criterion", "rule", "What must hold.", fields=(Field("story"),))
"""


def resolve_with_plugin(folder: Path, module: str) -> "subprocess.CompletedProcess[str]":
    variables = install_distribution(
        folder,
        module=module,
        reference="toy_language:CRITERION",
        group="ripplegraph.memory_types",
    )
    program = (
        "from ripplegraph.memory.types.registry import build_registry;"
        "print(build_registry().resolve('acceptance_criterion').fields[0].name)"
    )
    return subprocess.run(
        [sys.executable, "-c", program], env=variables, capture_output=True, text=True, check=False
    )


def test_a_plugin_registers_a_type(tmp_path: Path) -> None:
    assert resolve_with_plugin(tmp_path, PLUGIN).stdout == "story\n"


def test_a_plugin_that_registers_something_else_is_refused(tmp_path: Path) -> None:
    done = resolve_with_plugin(tmp_path, "CRITERION = 1")
    assert "is not a MemoryType" in done.stderr


def test_details_may_be_written_in_either_case() -> None:
    kind = REGISTRY.resolve("dead_end")
    check_details({"approachTried": "a", "why_it_failed": "b", "mood": [1]}, kind)


@pytest.mark.parametrize(
    ("name", "details", "message"),
    [
        ("dead_end", {"approach_tryed": "a"}, "no detail"),
        ("dead_end", {"approachTried": 3}, "a text"),
        ("e2e_observation", {"observationType": "mood"}, "cannot be"),
        ("work_unit_outcome", {"succeeded": "yes"}, "true or false"),
        ("work_unit_outcome", {"steps_taken": True}, "a whole number"),
        ("work_unit_outcome", {"filesModified": "a.py"}, "a list of texts"),
        ("workflow_recipe", {"steps": ["first"]}, "a list of objects"),
    ],
)
def test_details_that_do_not_fit_are_refused(
    name: str, details: dict[str, object], message: str
) -> None:
    with pytest.raises(DetailsError, match=message):
        check_details(details, REGISTRY.resolve(name))


def test_the_files_that_details_name_are_found() -> None:
    recipe = {"steps": [{"order": 1, "description": "d", "canonicalFile": "a.py"}, {}]}
    assert [*find_paths(recipe, REGISTRY.resolve("workflow_recipe"))] == ["a.py"]
    outcome = {"filesModified": ["a.py", "b.py"], "failureReason": "c.py"}
    assert [*find_paths(outcome, REGISTRY.resolve("work_unit_outcome"))] == ["a.py", "b.py"]
    causal = {"target_file_path": "a.py"}
    assert [*find_paths(causal, REGISTRY.resolve("causal_dependency"))] == ["a.py"]
