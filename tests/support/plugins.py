"""A language that a third party registers, as a distribution in a folder of its own."""

from pathlib import Path

# A file of this language defines one function a line. What it may say besides makes it a bad one.
_MODULE = """
import os, signal, time
from ripplegraph.graph.facts import Definition, FileFacts, Scope
from ripplegraph.parsers.language import Language

def extract(root, captures, source):
    text = source.text(0, len(source.data))
    if "raise" in text:
        raise ValueError("this file is bad")
    if "memory" in text:
        raise MemoryError
    if "kill" in text:
        os.kill(os.getpid(), signal.SIGKILL)
    if "leave" in text:
        os._exit(3)
    if "once" in text and not os.path.exists(os.environ["TOY_MARK"]):
        open(os.environ["TOY_MARK"], "w").close()
        os._exit(3)
    if "print" in text:
        print("this must not reach the scan")
    if "sleep" in text:
        # A small part of the time that is left is as good, and sooner over.
        signal.setitimer(signal.ITIMER_REAL, signal.getitimer(signal.ITIMER_REAL)[0] / 20_000)
        signal.pause()
    if "rest" in text:
        time.sleep(1.5)
    while "wait" in text and not os.path.exists(os.environ["TOY_MARK"]):
        time.sleep(0.01)
    names = [line for line in text.split("\\n") if line.isidentifier()]
    definitions = tuple(
        Definition(name, name, "function", 0, -1, line, line)
        for line, name in enumerate(dict.fromkeys(names), 1)
    )
    scopes = (Scope("module", -1, -1, -1, 0, len(source.data) + 1),)
    return FileFacts("toy", source.line_count, definitions, scopes)

TOY = Language(
    name="toy",
    grammar="{grammar}",
    level="good",
    extensions=(".toy",),
    query="(module) @module",
    extract=extract,
)
"""


def install_toy_language(folder: Path, *, grammar: str = "python") -> dict[str, str]:
    """Install the language into a folder; returns the variables that make Python see it."""
    module = _MODULE.replace("{grammar}", grammar)
    variables = install_distribution(folder, module=module, reference="toy_language:TOY")
    return {**variables, "TOY_MARK": str(folder / "mark")}


def install_distribution(
    folder: Path, *, module: str, reference: str, group: str = "ripplegraph.languages"
) -> dict[str, str]:
    """Install a module that registers something, as an installer would leave it."""
    information = folder / "toy_language-1.0.dist-info"
    information.mkdir(parents=True)
    (folder / "toy_language.py").write_text(module)
    (information / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: toy-language\nVersion: 1.0\n"
    )
    (information / "entry_points.txt").write_text(f"[{group}]\ntoy = {reference}\n")
    return {"PYTHONPATH": str(folder)}
