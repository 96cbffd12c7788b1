"""Nuxt: names that need no import, and files that are run by where they stand."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import (
    AutoImports,
    Binding,
    EntryPoint,
    FileRoutes,
    Framework,
    Lookup,
    Shape,
)

_LANGUAGES = ("vue", "typescript", "javascript", "tsx")
_SCRIPTS = (".ts", ".js", ".mjs")
_MIDDLEWARE = "nuxt.middleware"
_LAYOUTS = "nuxt.layout"


def _files(folder: str, ending: str = "") -> Shape:
    files = tuple(f"*/{folder}/*{ending}{end}" for end in _SCRIPTS)
    return Shape(at="file", names=("*",), files=files)


FRAMEWORKS = (
    Framework(
        name="nuxt",
        title="Nuxt",
        languages=_LANGUAGES,
        packages=("nuxt",),
        configs=("nuxt.config",),
        auto_imports=(
            AutoImports(
                config="nuxt.config",
                exports=("composables", "utils", "stores"),
                components=("components",),
                has_paths=True,
                prefixes=("Lazy",),
                apart=("server",),
                outside=(
                    ("pinia", ("defineStore", "storeToRefs")),
                    ("vue", ("ref", "computed", "reactive", "shallowRef", "toRefs", "watch")),
                ),
            ),
        ),
        file_routes=(
            FileRoutes(folders=("server/api",), endings=_SCRIPTS, prefix="/api"),
            FileRoutes(folders=("server/routes",), endings=_SCRIPTS),
            FileRoutes(folders=("pages",), endings=(".vue",), pages=True),
        ),
        bindings=(
            Binding(shape=_files("middleware"), registry=_MIDDLEWARE, name="stem"),
            Binding(
                shape=Shape(at="file", names=("*",), files=("*/layouts/*.vue",)),
                registry=_LAYOUTS,
                name="stem",
                words="layout of pages",
            ),
        ),
        lookups=(
            Lookup(
                shape=Shape(at="call", names=("definePageMeta",)),
                registry=_MIDDLEWARE,
                name="[middleware]",
                words="runs the middleware {name}",
                kind="calls",
            ),
            Lookup(
                shape=Shape(at="call", names=("definePageMeta",)),
                registry=_LAYOUTS,
                name="[layout]",
                words="is shown in the layout {name}",
            ),
            Lookup(
                shape=Shape(at="call", names=("setPageLayout",)),
                registry=_LAYOUTS,
                name="0",
                words="is shown in the layout {name}",
            ),
        ),
        entries=(
            EntryPoint(
                shape=_files("middleware", ".global"),
                words="middleware of all routes, run by Nuxt",
            ),
            EntryPoint(
                shape=_files("server/middleware"),
                words="middleware of all requests, run by Nuxt",
            ),
            EntryPoint(shape=_files("plugins"), words="plugin, run by Nuxt"),
            EntryPoint(shape=_files("server/plugins"), words="plugin of the server, run by Nuxt"),
            EntryPoint(
                shape=Shape(at="file", names=("*",), files=("*/app.vue",)),
                words="root of the application, shown by Nuxt",
            ),
            EntryPoint(
                shape=Shape(at="file", names=("*",), files=("*/error.vue",)),
                words="error page, shown by Nuxt",
            ),
        ),
    ),
)
