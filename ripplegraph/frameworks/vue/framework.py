"""Vue: hooks of components, directives and plugins, and what build tools import by themselves."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import AutoImports, EntryPoint, Framework, Shape

_LANGUAGES = ("vue", "typescript", "javascript", "tsx")
_COMPONENTS = ("*.vue",)
_HOOKS = (
    *("beforeCreate", "created", "beforeMount", "mounted", "beforeUpdate", "updated"),
    *("beforeUnmount", "unmounted", "activated", "deactivated", "errorCaptured"),
    *("renderTracked", "renderTriggered", "serverPrefetch", "beforeDestroy", "destroyed"),
    *("beforeRouteEnter", "beforeRouteUpdate", "beforeRouteLeave"),
)

FRAMEWORKS = (
    Framework(
        name="vue",
        title="Vue",
        languages=_LANGUAGES,
        packages=("vue",),
        auto_imports=(
            AutoImports(
                config="vite.config",
                packages=("unplugin-vue-components", "unplugin-auto-import"),
                exports=("composables", "stores"),
                components=("components",),
            ),
        ),
        entries=(
            EntryPoint(
                shape=Shape(at="function", names=_HOOKS, files=_COMPONENTS),
                words="lifecycle hook of Vue",
            ),
            EntryPoint(
                shape=Shape(
                    at="function", names=_HOOKS, files=("*/directives/*", "*/directives.*")
                ),
                words="lifecycle hook of Vue, for a directive",
            ),
            EntryPoint(
                shape=Shape(at="function", names=("data", "setup", "render"), files=_COMPONENTS),
                words="option of a component, called by Vue",
            ),
            EntryPoint(
                shape=Shape(at="function", names=("watch.*", "default.watch.*"), files=_COMPONENTS),
                words="watcher, called by Vue",
            ),
            EntryPoint(
                shape=Shape(at="function", names=("install",), of=("vue",)),
                words="plugin, called by Vue",
            ),
        ),
    ),
)
