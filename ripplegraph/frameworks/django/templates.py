"""Templates of Django: what they extend and include, the tags and filters that they use."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import Template, Templates
from ripplegraph.frameworks.django.names import FILTERS, LIBRARIES, TAGS

TEMPLATES = (
    Templates(
        endings=(".html", ".htm", ".xml", ".txt", ".djhtml"),
        reads=(
            Template(
                pattern=r"\{%\s*(?:extends|include)\s+['\"](?P<name>[^'\"\n]+)",
                registry="template",
            ),
            Template(
                pattern=r"\{%\s*url\s+['\"](?P<name>[\w:.-]+)['\"]",
                registry="django.url",
                words="makes the address of {name}",
            ),
            Template(
                pattern=r"\{%\s*load\s+(?:[\w ]+\s+from\s+)?(?P<name>\w+)",
                registry=LIBRARIES,
                words="loads {name}",
            ),
            Template(
                pattern=r"\{%\s*(?P<name>[a-z_]\w*)",
                registry=TAGS,
                words="uses the tag {name}",
            ),
            Template(
                pattern=r"[\w)\]'\"]\|(?P<name>[A-Za-z_]\w*)",
                registry=FILTERS,
                words="filters by {name}",
            ),
        ),
        marks=("{%", "{{"),
    ),
)
