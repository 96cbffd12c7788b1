"""Bash and other shells that are like it, as the registry knows them."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.bash.bats import write_functions
from ripplegraph.parsers.languages.bash.resolver import BashResolver, find_script, spell_command
from ripplegraph.parsers.lazy_import import LazyFunction
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.tags import Tags

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.bash.semantics", "BashSemantics")
_PACKAGE = "ripplegraph.parsers.languages.bash"

BASH = Language(
    name="bash",
    grammar="bash",
    level="good",
    extensions=(".sh", ".bash", ".bats", ".ksh"),
    filenames=(".bashrc", ".bash_profile", ".profile"),
    query=read_query(_PACKAGE),
    extract=TaggedExtractor(
        "bash",
        Tags(
            spell=spell_command,
            locate=find_script,
            words=r"[^\W\d][\w:-]*",
            tests=r"test_\w+",
            keywords=frozenset({"source", ".", "load"}),
        ),
    ),
    resolver=BashResolver,
    prepare=write_functions,
    builtins=frozenset(read_query(_PACKAGE, "builtins.txt").split()),
    family="bash",
    semantics=_SEMANTICS,
)
LANGUAGES = (BASH,)
