"""Links to pages of an application that a router of its own shows: `to="/users"`, `push("/")`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ripplegraph.graph.facts import FileFacts, Mention
from ripplegraph.parsers.mentions.requests import mark_gaps
from ripplegraph.parsers.source import Source

PAGE = "PAGE"
NAMED = "NAMED"
"""In place of the method of a request: a page by its address, or by the name of its route."""
ROUTERS = (
    *("vue-router", "react-router", "react-router-dom", "next/link", "next/navigation"),
    *("next/router", "@remix-run/react", "@remix-run/node", "@sveltejs/kit", "$app/navigation"),
    *("@angular/router", "@tanstack/react-router", "nuxt/app", "#imports", "#app"),
)
"""The modules that bring links to pages."""
_HINTS = ("RouterLink", "NuxtLink", "useRouter(", "$router.", "navigateTo(", "goto(")
"""What is in the files that link to pages without an import."""
_LINK = re.compile(
    r"(?:\b(?:to|href|routerLink)\s*+=\s*+[({]?\s*+|\b(?:push|replace|navigate|navigateTo|redirect"
    r"|goto|navigateByUrl|permanentRedirect|prefetch)\(\s*\[?)([\"'`])(/[^\"'`\s]{0,200})\1"
)
_NAME = re.compile(
    r"(?:\bto\s*+=\s*+[({]\s*+|\b(?:push|replace|navigateTo)\(\s*)\{\s*name:\s*([\"'])([\w./-]+)\1"
)


def find_page_links(facts: FileFacts, source: Source) -> Iterator[Mention]:
    """Yield the pages that a file links to."""
    raw = source.raw
    is_linking = any(item.spec in ROUTERS for item in facts.imports)
    if not is_linking and not any(hint in raw for hint in _HINTS):
        return
    for kind, pattern in ((PAGE, _LINK), (NAMED, _NAME)):
        for found in pattern.finditer(raw):
            text = mark_gaps(found[2], raw)
            if text.isascii() and text.isprintable():
                name = text if kind == PAGE else f"/{text}"
                line = source.line_at(found.start(2))
                yield Mention("request", f"{kind} {name}", found.start(2), line)
