"""Next: pages, handlers and files with a meaning of their own, by where they stand."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import EntryPoint, FileRoutes, Framework, Shape

_LANGUAGES = ("tsx", "typescript", "javascript")
_ENDINGS = (".tsx", ".jsx", ".ts", ".js", ".mjs")
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")


def _files(*names: str) -> tuple[str, ...]:
    return tuple(f"*/{name}{ending}" for name in names for ending in _ENDINGS)


def _called(names: tuple[str, ...], files: tuple[str, ...], words: str) -> EntryPoint:
    return EntryPoint(shape=Shape(at="function", names=names, files=files), words=words)


_SPECIAL = ("app/*error", "app/*loading", "app/*not-found", "app/*template", "app/*default")

FRAMEWORKS = (
    Framework(
        name="next",
        title="Next",
        languages=_LANGUAGES,
        packages=("next",),
        configs=("next.config",),
        file_routes=(
            FileRoutes(folders=("app",), endings=_ENDINGS, leaves=("route",), methods=_METHODS),
            FileRoutes(folders=("app",), endings=_ENDINGS, leaves=("page",), pages=True),
            FileRoutes(folders=("pages/api",), endings=_ENDINGS, prefix="/api"),
            FileRoutes(folders=("pages",), endings=_ENDINGS, pages=True, without=("api", "_*")),
        ),
        entries=(
            EntryPoint(
                shape=Shape(at="file", names=("*",), files=_files("app/*layout")),
                words="layout of pages, shown by Next",
                target="default",
            ),
            EntryPoint(
                shape=Shape(at="file", names=("*",), files=_files("pages/_app", "pages/_document")),
                words="around all pages, shown by Next",
                target="default",
            ),
            EntryPoint(
                shape=Shape(at="file", names=("*",), files=_files(*_SPECIAL)),
                words="part of pages, shown by Next",
                target="default",
            ),
            _called(
                ("generateMetadata", "generateStaticParams", "generateViewport"),
                _files("app/*page", "app/*layout", "app/*route"),
                "called by Next",
            ),
            _called(
                ("getServerSideProps", "getStaticProps", "getStaticPaths", "getInitialProps"),
                _files("pages/*"),
                "called by Next before the page is shown",
            ),
            _called(("middleware",), _files("middleware"), "middleware of requests, run by Next"),
            _called(("register",), _files("instrumentation"), "called by Next when it starts"),
        ),
    ),
)
