"""What is known of the types of a language's own library, and how far it is followed."""

from ripplegraph.linking.linker import Linker
from ripplegraph.linking.module_resolution import Resolved
from ripplegraph.linking.project_analysis import build_analysis
from ripplegraph.parsers.extraction import extract_facts
from ripplegraph.parsers.families.typed.library import read_library
from ripplegraph.parsers.registry import find_languages

JAVA = read_library("ripplegraph.parsers.languages.java")


class NoModules:
    """Finds nothing."""

    def resolve(self, spec: str, importer: str) -> Resolved:  # noqa: ARG002
        return Resolved()


def test_members_give_what_they_give_in_types_above() -> None:
    assert JAVA.find_result("File", "toPath(0)") == "Path"
    assert JAVA.find_result("FileReader", "getEncoding(0)") == "String"
    assert JAVA.find_result("StandardCharsets", ".UTF_8") == "Charset"
    assert JAVA.find_result("File", "unheard(0)") == ""
    assert JAVA.find_result("Unheard", "toPath(0)") == ""


def test_types_know_what_is_above_them() -> None:
    assert JAVA.distance("FileReader", "Reader") is not None
    assert JAVA.distance("Reader", "FileReader") is None
    known = JAVA.find("BiFunction")
    assert known is not None
    assert known.taken == 2
    assert read_library("").find("String") is None


def test_long_chains_of_calls_do_not_overflow() -> None:
    chain = "text" + ".append(1)" * 3000
    text = (
        "package a;\nclass Main { void put(String x) {} void put(Object x) {}\n"
        f"void run(StringBuilder text) {{ put({chain}); }} }}\n"
    )
    facts = {"Main.java": extract_facts("java", text.encode())}
    analysis = build_analysis(facts, find_languages(), {"jvm": NoModules()})
    links = Linker(analysis, facts).link()
    targets = {e.target for e in links["Main.java"].edges.values() if e.kind == "calls"}
    assert any(target.startswith("Main.java::Main.put") for target in targets)
