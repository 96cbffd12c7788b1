"""Ruby, as the registry knows it."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.ruby.names import spell_name
from ripplegraph.parsers.languages.ruby.resolver import RubyResolver
from ripplegraph.parsers.lazy_import import LazyFunction
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.tags import Tags

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.ruby.semantics", "RubySemantics")
_PACKAGE = "ripplegraph.parsers.languages.ruby"
_TAGS = Tags(
    receiver="self",
    qualified=True,
    reads=True,
    spell=spell_name,
    maker="new",
    own_class="class",
    class_members=True,
    functions_in_blocks=True,
    fields="@",
    separators=("::", "&."),
    words=r"@{0,2}[^\W\d]\w*(?:[?!](?!=))?",
    keywords=frozenset(read_query(_PACKAGE, "keywords.txt").split()),
    forms={
        "identifier": ("word",),
        "constant": ("name",),
        "scope_resolution": ("chain", "scope", "name"),
        "instance_variable": ("name",),
        "class_variable": ("name",),
        "self": ("receiver",),
        "call": ("call",),
        "assignment": ("inner", "right"),
        "operator_assignment": ("inner", "right"),
        "parenthesized_statements": ("last",),
        "conditional": ("either", "consequence", "alternative"),
        "binary": ("either", "left", "right"),
        "element_reference": ("item", "object"),
        "string": ("builtin", "str"),
        "integer": ("builtin", "int"),
        "array": ("builtin", "list"),
        "hash": ("builtin", "dict"),
        "string_array": ("builtin", "list"),
        "symbol_array": ("builtin", "list"),
        "range": ("builtin", "list"),
        "regex": ("builtin", "str"),
        "simple_symbol": ("builtin", "str"),
        "float": ("builtin", "int"),
        "heredoc_beginning": ("builtin", "str"),
        "chained_string": ("builtin", "str"),
        "lambda": ("builtin", "function"),
    },
)

RUBY = Language(
    name="ruby",
    grammar="ruby",
    level="good",
    extensions=(".rb", ".rake", ".gemspec", ".ru"),
    filenames=("Rakefile", "Gemfile"),
    query=read_query(_PACKAGE),
    extract=TaggedExtractor("ruby", _TAGS),
    resolver=RubyResolver,
    builtins=frozenset(read_query(_PACKAGE, "builtins.txt").split()),
    family="ruby",
    semantics=_SEMANTICS,
)
LANGUAGES = (RUBY,)
