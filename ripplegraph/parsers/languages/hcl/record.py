"""HCL, as the registry knows it: resources, variables and modules, and who refers to them."""

from __future__ import annotations

from ripplegraph.parsers.language import Language, read_query
from ripplegraph.parsers.languages.hcl.resolver import HclResolver
from ripplegraph.parsers.lazy_import import LazyFunction
from ripplegraph.parsers.tagged.extract import TaggedExtractor
from ripplegraph.parsers.tagged.tags import Tags

_SEMANTICS = LazyFunction("ripplegraph.parsers.languages.hcl.semantics", "HclSemantics")
HCL = Language(
    name="hcl",
    grammar="hcl",
    level="good",
    extensions=(".tf", ".hcl", ".tofu"),
    query=read_query("ripplegraph.parsers.languages.hcl"),
    extract=TaggedExtractor("hcl", Tags(joined=":", words=r"[^\W\d][\w:-]*")),
    resolver=HclResolver,
    family="hcl",
    semantics=_SEMANTICS,
)
LANGUAGES = (HCL,)
