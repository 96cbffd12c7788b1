"""Prints how many questions about each framework are answered.

python -m tests.frameworks.score [FRAMEWORK...]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.support.questions import ask, find_frameworks, read_questions, scan_project


def main(names: list[str]) -> None:
    """Print what is not answered, and the score of each framework."""
    for name in names or find_frameworks():
        with tempfile.TemporaryDirectory() as folder:
            project = scan_project(name, Path(folder) / "project")
            questions = read_questions(name)
            answers = [(question, ask(project, question)) for question in questions]
        for question, answer in answers:
            for text in answer.missing:
                print(f"  {question}: {text}{'  [nothing, without doubt]' * answer.is_empty}")
        good = sum(not answer.missing for _, answer in answers)
        empty = sum(answer.is_empty for _, answer in answers)
        print(f"{name}: {good} of {len(questions)} answered, {empty} with nothing without doubt")


if __name__ == "__main__":
    main(sys.argv[1:])
