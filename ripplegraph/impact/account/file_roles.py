"""Roles of files that no parser reads: prose, data that programs read, code."""

from __future__ import annotations

from ripplegraph.targets.target import ResolvedTarget

PROSE = "prose"
DATA = "data"
TEMPLATE = "template"
CODE = "code"

_PROSE = (
    "md markdown rst txt text adoc asciidoc org tex bib po pot log csv tsv svg css scss less "
    "sass rtf out diff patch bench golden"
)
_DATA = (
    "json jsonc json5 jsonl yaml yml toml ini cfg conf xml plist properties env lock sum mod "
    "editorconfig gitattributes gitignore in spec service desktop map snap ipynb"
)
_TEMPLATES = (
    "html htm xhtml jinja jinja2 j2 erb haml slim ejs hbs handlebars mustache twig njk tmpl tpl "
    "liquid mdx astro"
)
_PROSE_NAMES = (
    "license licence copying readme changelog changes authors contributors notice news history "
    "todo maintainers codeowners"
)


_ROLES = {
    **dict.fromkeys(_PROSE.split(), PROSE),
    **dict.fromkeys(_DATA.split(), DATA),
    **dict.fromkeys(_TEMPLATES.split(), TEMPLATE),
}
_WELL_KNOWN = frozenset(_PROSE_NAMES.split())


def is_unread(target: ResolvedTarget) -> bool:
    """Whether a target is a file that was not read, so that nobody knows what it offers."""
    if target.type != "file" or target.status in ("parsed", "partial"):
        return False
    return find_role(target.path or "") != PROSE


def find_role(path: str) -> str:
    """Return what a file is that is in no language that is read, by its name."""
    name = path.rpartition("/")[2].lower()
    stem, dot, extension = name.rpartition(".")
    if not dot:
        return PROSE if name in _WELL_KNOWN else CODE
    role = _ROLES.get(extension, CODE)
    return PROSE if role == CODE and stem.partition(".")[0] in _WELL_KNOWN else role
