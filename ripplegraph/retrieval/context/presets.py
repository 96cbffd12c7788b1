"""The contexts that can be asked for by name: which blocks each has, in which order and size."""

from collections.abc import Mapping

from ripplegraph.retrieval.context.parts import SYSTEM_PROMPT, Block, Preset

IMPACT = Block("impact", "IMPACT", groups={"dependents": "dependents:", "tests": "tests:"})
SUMMARY = Block("summary", "SUMMARY")
FIRST = (-1.0,)
"""The order of what comes before everything else."""
MEMORY = Block(
    "memory",
    "MEMORY",
    limit=30,
    groups={
        "user": "### user",
        "global": "### project",
        "module": "### module",
        "section": "### section",
        "work_unit": "### task",
        "session": "### session",
    },
)
SESSION = Block(
    "session",
    "Session Memory",
    groups={
        "errors": "### Unresolved Errors",
        "decisions": "### Key Decisions",
        "facts": "### Key Facts",
    },
    others_first=True,
)
KNOWLEDGE = Block(
    "knowledge",
    "Project Knowledge",
    limit=8,
    groups={
        "architecture": "### Architecture",
        "pattern": "### Pattern",
        "gotcha": "### Pitfall",
        "decision": "### Decision",
        "error_pattern": "### Fix",
        "convention": "### Convention",
        "dependency": "### Dependency",
        "requirement": "### Constraint",
    },
    intro="Learnings from previous work on this project:",
)
RECIPES = Block("recipes", "KNOWN WORKFLOW PATTERNS", limit=2)
E2E = Block(
    "e2e",
    "E2E VALIDATION MEMORY",
    limit=8,
    groups={
        "precondition": "**Preconditions required before testing:**",
        "test_sequence": "**Known test sequences:**",
        "timing": "**Timing constraints:**",
        "mcp_gotcha": "**MCP tool gotchas:**",
        "ui_behavior": "**Known UI behaviors (not bugs):**",
    },
)
FILES = Block("files", "PRE-LOADED FILES", limit=5, fenced=False)

PRESETS: Mapping[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            "task",
            (IMPACT, MEMORY, RECIPES, E2E, KNOWLEDGE),
            "everything that matters before a task",
        ),
        Preset("memory", (MEMORY,), "what was learned, by scope"),
        Preset("session", (SESSION,), "where work stands, unresolved errors, decisions, facts"),
        Preset("knowledge", (KNOWLEDGE,), "what holds for the project, by type"),
        Preset("recipes", (RECIPES,), "the steps of tasks like this one", placement=SYSTEM_PROMPT),
        Preset("e2e", (E2E,), "how the running program was seen to behave"),
        Preset("files", (FILES,), "files that are always read for this work", budget=20_000),
    )
}
DEFAULT = "task"
