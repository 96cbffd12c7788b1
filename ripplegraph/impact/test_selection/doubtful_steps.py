"""The steps back to what may run a piece of code, though the code does not say so.

Something is only mentioned, a name may mean something else, or nothing is seen to run the code,
and a framework, an operator or a name made at run time must do so.
"""

from __future__ import annotations

from typing import Final

from ripplegraph.impact.test_selection.certain_steps import (
    LIVING,
    MADE,
    ROLES,
    CertainSteps,
    Step,
    build_state,
    compute_strength,
)
from ripplegraph.impact.test_selection.code_uses import (
    AMBIGUOUS,
    CALLS,
    CLASSES,
    DISPATCHES,
    EXTENDS,
    FILE,
    FUNCTION,
    IMPLEMENTS,
    INFERRED,
    REFERENCES,
    CodeUses,
)
from ripplegraph.store.sql import statements

MENTIONED: Final = 1
"""A class or variable that is referred to, a name that may mean something else."""
GUESSED: Final = 2
"""A function that is referred to, or run in a way that nobody can see."""
WORST_STEP: Final = 3
"""How many doubts a step has at most."""
GUESSED_STRENGTH: Final = 0.4
_VERBS: Final = {CALLS: "may call", EXTENDS: "extends", IMPLEMENTS: "implements"}


class DoubtfulSteps:
    """Tells the doubtful steps back; they cost more to find, and are not kept."""

    def __init__(self, uses: CodeUses, steps: CertainSteps) -> None:
        self._uses = uses
        self._steps = steps

    def find(self, state: int) -> list[Step]:
        node, role = divmod(state, ROLES)
        if role == MADE:
            return self._find_mentions(node, state, CALLS)
        if role == LIVING:
            return [Step(build_state(node), doubts=MENTIONED)]
        code = self._uses.get_code(node)
        mentions = self._find_mentions(node, state, None)
        if code.kind in CLASSES:
            return mentions or self._find_registrations(node)
        if code.kind != FUNCTION or self._uses.is_for_tests(node):
            return mentions
        return mentions + self._find_hidden_runs(node, mentions)

    def _find_mentions(self, node: int, state: int, only: int | None) -> list[Step]:
        uses, steps = self._uses, []
        is_function = uses.get_code(node).kind == FUNCTION
        known = {step.state for step in self._steps.find(state) if not step.class_needed}
        for source, kind, resolution, confidence in uses.get_uses(node):
            if (only is not None and kind != only) or build_state(source) in known:
                continue
            if kind == DISPATCHES and uses.get_code(source).kind in CLASSES:
                steps.append(Step(build_state(source), doubts=MENTIONED))
            elif uses.runs_alone(source):
                doubts = _count_doubts(kind, resolution, is_function=is_function)
                strength = compute_strength(kind, confidence)
                verb = _VERBS.get(kind, "refers to")
                steps.append(Step(build_state(source), verb, strength, doubts))
            else:
                steps += self._find_assigned(node, source, kind)
        return steps

    def _find_assigned(self, node: int, file: int, kind: int) -> list[Step]:
        """What a file does where it assigns to a variable comes in with that variable."""
        found = self._uses.learn(statements.SELECT_VARIABLES_AROUND, file, kind, node)
        return [_guess(variable, "holds", MENTIONED) for variable in found if variable != node]

    def _find_hidden_runs(self, node: int, mentions: list[Step]) -> list[Step]:
        """Guess who runs a function that nothing calls, or that is called by another's name."""
        uses, around = self._uses, self._uses.get_around(node)
        if around is None:
            return []
        kind = uses.get_code(around).kind
        if any(uses.runs_alone(source) for source, *_ in uses.get_uses(node)):
            return self._find_hidden_dispatch(node, around) if kind in CLASSES else []
        if kind in CLASSES:
            return [_guess(around, "", GUESSED, LIVING)]
        if kind == FUNCTION:
            return [_guess(around, "holds", GUESSED)]
        return [] if mentions else self._find_registrations(node)

    def _find_hidden_dispatch(self, node: int, around: int) -> list[Step]:
        """Where there are objects of a class, its overrides probably run."""
        if self._is_override(node):
            return [_guess(around, "", MENTIONED, LIVING)]
        return [_guess(around, "", WORST_STEP, LIVING)] if self._is_only_overridden(node) else []

    def _is_override(self, node: int) -> bool:
        uses = self._uses
        return any(
            kind == DISPATCHES and uses.get_code(source).kind not in CLASSES
            for source, kind, *_ in uses.get_uses(node)
        )

    def _is_only_overridden(self, node: int) -> bool:
        """Whether a method is called by nothing but the methods that override it."""
        uses, name = self._uses, self._uses.get_code(node).name
        return all(
            uses.get_code(source).name == name and not uses.is_for_tests(source)
            for source, *_ in uses.get_uses(node)
        )

    def _find_registrations(self, node: int) -> list[Step]:
        """What stands alone in a file comes in with what registers it, or with its neighbours."""
        uses, file = self._uses, self._uses.get_around(node)
        if file is None or uses.get_code(file).kind != FILE:
            return []
        registries = self._find_registries(node, file)
        steps = [_guess(found, "registers", MENTIONED) for found in registries]
        for neighbour in uses.find_contents(file):
            if neighbour != node and uses.get_code(neighbour).kind in (FUNCTION, *CLASSES):
                steps.append(_guess(neighbour, "is beside", GUESSED))
        return steps

    def _find_registries(self, node: int, file: int) -> list[int]:
        """Find the variables that decorators of a definition belong to: `app` in `@app.get`."""
        uses, own = self._uses, self._uses.get_code(file).file
        found: list[int] = []
        names = {decorator.partition(".")[0] for decorator in uses.find_decorators(node)}
        for name in sorted(names):
            named = uses.learn(statements.SELECT_VARIABLES_NAMED, name)
            here = [variable for variable in named if uses.get_code(variable).file == own]
            found += here or self._keep_imported(named, file)
        return found

    def _keep_imported(self, variables: list[int], file: int) -> list[int]:
        imported = self._uses.find_imported_files(file) if variables else set()
        return [number for number in variables if self._uses.get_code(number).file in imported]


def _guess(node: int, how: str, doubts: int, role: int = 0) -> Step:
    return Step(build_state(node, role), how, GUESSED_STRENGTH, doubts)


def _count_doubts(kind: int, resolution: int, *, is_function: bool) -> int:
    if resolution == AMBIGUOUS or kind == CALLS or not is_function:
        return MENTIONED
    return MENTIONED if resolution == INFERRED and kind == REFERENCES else GUESSED
