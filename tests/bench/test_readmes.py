import re
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"


@pytest.mark.parametrize("folder", ["accuracy", "speed", "answers"])
def test_the_table_of_a_folder_lists_its_commands(folder: str) -> None:
    files = (BENCH / folder).glob("*.py")
    commands = {file.stem for file in files if '__name__ == "__main__"' in file.read_text()}
    table = (BENCH / folder / "README.md").read_text()
    listed = re.findall(rf"^\| `python -m bench\.{folder}\.(\w+)", table, re.MULTILINE)
    assert sorted(listed) == sorted(commands)
