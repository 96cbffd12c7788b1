"""The types of memory that come with ripple, with their names in every known vocabulary."""

from collections.abc import Mapping
from dataclasses import replace

from ripplegraph.graph.knowledge import LINK_KINDS
from ripplegraph.memory.decay import HALF_LIVES
from ripplegraph.memory.types.definition import LINK, Alias, Field, MemoryType

# How much a memory of a type matters in a phase of work; what is not listed counts 1.
_PHASE_WEIGHTS: Mapping[str, Mapping[str, float]] = {
    "define": {
        "requirement": 1.5, "workflow_recipe": 1.5, "task_calibration": 1.4, "decision": 1.3,
        "context_cost": 1.3, "pattern": 1.2, "dead_end": 1.2, "work_state": 1.1,
        "causal_dependency": 0.9, "gotcha": 0.8, "error_pattern": 0.7, "e2e_observation": 0.6,
        "prefetch_pattern": 0.5,
    },
    "implement": {
        "gotcha": 1.5, "workflow_recipe": 1.4, "error_pattern": 1.3, "causal_dependency": 1.3,
        "dead_end": 1.3, "pattern": 1.2, "module_insight": 1.2, "prefetch_pattern": 1.1,
        "preference": 0.9, "work_unit_outcome": 0.9, "requirement": 0.8, "e2e_observation": 0.7,
        "decision": 0.7, "task_calibration": 0.5, "context_cost": 0.4,
    },
    "validate": {
        "error_pattern": 1.5, "e2e_observation": 1.5, "requirement": 1.4, "gotcha": 1.2,
        "decision": 1.1, "work_unit_outcome": 1.1, "module_insight": 0.9, "dead_end": 0.8,
        "task_calibration": 0.8, "workflow_recipe": 0.6, "work_state": 0.5,
        "prefetch_pattern": 0.3, "context_cost": 0.3,
    },
    "refine": {
        "pattern": 1.4, "dead_end": 1.4, "error_pattern": 1.3, "gotcha": 1.2,
        "module_insight": 1.1, "causal_dependency": 1.1, "work_state": 0.9,
        "e2e_observation": 0.8, "work_unit_outcome": 0.8, "requirement": 0.7, "context_cost": 0.4,
    },
    "explore": {
        "decision": 1.4, "module_insight": 1.3, "pattern": 1.2, "workflow_recipe": 1.1,
        "causal_dependency": 1.1, "dead_end": 0.9, "e2e_observation": 0.9, "gotcha": 0.8,
        "error_pattern": 0.7, "task_calibration": 0.6, "context_cost": 0.5,
    },
    "reflect": {
        "work_unit_outcome": 1.5, "task_calibration": 1.4, "dead_end": 1.3, "context_cost": 1.3,
        "error_pattern": 1.2, "decision": 1.2, "module_insight": 1.1, "gotcha": 0.8,
        "work_state": 0.7, "workflow_recipe": 0.6, "prefetch_pattern": 0.4,
    },
}  # fmt: skip


def _texts(*names: str) -> tuple[Field, ...]:
    return tuple(Field(name) for name in names)


def _aliases(*names: str) -> tuple[Alias, ...]:
    return tuple(Alias(name) for name in names)


_TASK = (
    *_texts("task_id", "rationale"),
    Field("iteration", "integer"),
)
_OUTCOME = (
    Field("work_unit_ref", "object"),
    Field("succeeded", "boolean"),
    Field("files_modified", "texts", is_path=True),
    Field("key_decisions", "texts"),
    Field("steps_taken", "integer"),
    Field("context_tokens_used", "integer"),
    Field("retry_count", "integer"),
    Field("failure_reason"),
    Field("commit"),
    Field("episodes", "texts"),
)
_STATE = (
    Field("work_unit_ref", "object"),
    Field("methodology_state", "object"),
    *_texts("phase", "branch", "pr_number", "blocked_reason"),
    Field("completed_steps", "texts"),
    Field("pending_steps", "texts"),
    Field("files_modified", "texts", is_path=True),
)
_OBSERVATIONS = ("precondition", "timing", "ui_behavior", "test_sequence", "mcp_gotcha")

_DECLARED = (
    MemoryType(
        "gotcha", "warning", "A trap, or a constraint that the code does not show.",
        aliases=_aliases("pitfall"),
    ),
    MemoryType(
        "dead_end", "warning", "An approach that was tried and given up.",
        aliases=(Alias("pitfall", tag="abandoned"), Alias("episode/failed")),
        fields=_texts("approach_tried", "why_it_failed", "alternative_used", "task_context"),
        half_life_days=HALF_LIVES["dead_end"],
    ),
    MemoryType(
        "error_pattern", "warning", "An error that comes again, and what helps.",
        aliases=_aliases("fix", "ERROR"),
        fields=(
            *_texts("error", "resolution", "task_id", "phase"),
            Field("resolved", "boolean"),
            Field("iteration", "integer"),
        ),
    ),
    MemoryType(
        "decision", "rationale", "What was decided, and why.",
        aliases=_aliases("DECISION", "knowledge/decision"), fields=(*_TASK, Field("key")),
    ),
    MemoryType(
        "requirement", "rationale", "Something the code must do or respect.",
        aliases=_aliases("constraint"),
    ),
    MemoryType("preference", "rule", "How a person or the project likes things done."),
    MemoryType(
        "convention", "rule", "Style, naming and formatting that this project keeps to.",
        aliases=_aliases("knowledge/convention"), fields=_texts("key"),
    ),
    MemoryType("pattern", "how", "A way of doing something that works here."),
    MemoryType(
        "workflow_recipe", "how", "The steps of a class of task.",
        aliases=_aliases("workflow"),
        fields=(
            *_texts("task_pattern", "last_validated_at"),
            Field("steps", "objects"),
            Field("success_count", "integer"),
        ),
        confidence=0.7, retention_days=60,
    ),
    MemoryType(
        "architecture", "structure", "How the code is organised.",
        aliases=_aliases("knowledge/architecture"), fields=_texts("key"),
    ),
    MemoryType("module_insight", "structure", "What a module is for, or how it behaves.",
               scope="module"),
    MemoryType("dependency", "structure", "A package that is used here, and its quirks."),
    MemoryType(
        "fact", "structure", "Something true about the project.",
        aliases=_aliases("KEY_FACT", "hint", "knowledge/fact"), fields=_texts("key"),
    ),
    MemoryType(
        "causal_dependency", "behaviour", "A file that must be touched with another.",
        fields=(Field("target_file_path", is_path=True),), scope="module",
    ),
    MemoryType(
        "prefetch_pattern", "behaviour", "Files that are read whenever a module is worked on.",
        fields=(
            Field("always_read_files", "texts", is_path=True),
            Field("frequently_read_files", "texts", is_path=True),
            Field("module_trigger"),
            Field("session_count", "integer"),
        ),
        scope="module", injectable=False,
    ),
    MemoryType(
        "task_calibration", "metric", "Planned against needed steps in a module.",
        fields=(
            *_texts("module", "methodology"),
            Field("average_actual_steps", "number"),
            Field("average_planned_steps", "number"),
            Field("ratio", "number"),
            Field("sample_count", "integer"),
        ),
        scope="module", injectable=False, embed=False,
    ),
    MemoryType(
        "context_cost", "metric", "How many tokens work on a module takes.",
        fields=(
            Field("module"),
            Field("average_tokens_per_session", "number"),
            Field("p90_tokens_per_session", "number"),
            Field("sample_count", "integer"),
        ),
        scope="module", injectable=False, embed=False, keep_latest=30,
    ),
    MemoryType(
        "work_state", "state", "Where a piece of work stands.",
        aliases=_aliases(
            "STEP_DONE", "STEP_PENDING", "FILE_MODIFIED", "task_memory", "working_memory"
        ),
        fields=_STATE, scope="work_unit", retention_days=30,
        half_life_days=HALF_LIVES["work_state"],
    ),
    MemoryType(
        "work_unit_outcome", "record", "How a piece of work ended.",
        aliases=_aliases(
            "submission", "approval", "follow_up", "wont_fix", "commit", "PHASE_RESULT",
            "episode/attempted", "episode/completed", "episode/retried", "artifact",
        ),
        fields=_OUTCOME, scope="work_unit", retention_days=90, embed=False,
    ),
    MemoryType(
        "feedback", "record", "What a reviewer, a judge or a coordinator said.",
        aliases=_aliases(
            "rejection", "dispute", "guidance", "EVAL_FEEDBACK", "JUDGE_DIRECTIVE",
            "FEEDBACK_RESPONSE", "qa_report", "critic_finding",
        ),
        fields=(*_texts("task_id", "phase", "severity"), Field("iteration", "integer")),
        confidence=0.7, scope="work_unit", retention_days=90,
    ),
    MemoryType(
        "e2e_observation", "observation", "How the running program was seen to behave.",
        fields=(
            Field("observation_type", choices=_OBSERVATIONS),
            *_texts("mcp_tool_used", "app_state"),
        ),
        confidence=0.75,
    ),
    MemoryType(
        LINK, "knowledge", "An edge of the graph that code does not show; see `ripple link`.",
        fields=(
            Field("kind", choices=tuple(kind.value for kind in LINK_KINDS)),
            *_texts("source", "target"),
            Field("weight", "number"),
            Field("auto_extracted", "boolean"),
        ),
        injectable=False, embed=False,
    ),
)  # fmt: skip


def build_types() -> tuple[MemoryType, ...]:
    """Return the built-in types with their weights in each phase."""
    return tuple(
        replace(
            declared,
            phase_weights={
                phase: weights[declared.name]
                for phase, weights in _PHASE_WEIGHTS.items()
                if declared.name in weights
            },
        )
        for declared in _DECLARED
    )
