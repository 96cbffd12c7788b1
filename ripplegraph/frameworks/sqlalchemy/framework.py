"""SQLAlchemy and Alembic: what they call of models, listeners of events, migrations."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import (
    Binding,
    EntryPoint,
    Fields,
    Framework,
    Lookup,
    Models,
    Shape,
)

_PACKAGES = ("sqlalchemy", "sqlmodel", "flask_sqlalchemy")
_CLASSES = "sqlalchemy.class"
_LISTENER = "listener of the event `{name}`, called by SQLAlchemy"

FRAMEWORKS = (
    Framework(
        name="sqlalchemy",
        title="SQLAlchemy",
        languages=("python",),
        packages=_PACKAGES,
        bindings=(
            Binding(
                shape=Shape(at="class", names=("*",), of=_PACKAGES),
                registry=_CLASSES,
                name=".",
            ),
        ),
        lookups=(
            Lookup(
                shape=Shape(at="call", names=("relationship", "dynamic_loader"), of=_PACKAGES),
                registry=_CLASSES,
                name="0|argument=",
                words="is related to {name}",
                kind="references",
            ),
            Lookup(
                shape=Shape(at="call", names=("relationship",), of=_PACKAGES),
                registry="member",
                name="back_populates=",
                words="is kept together with {name}",
                kind="references",
            ),
        ),
        entries=(
            EntryPoint(
                shape=Shape(at="decorator", names=("validates",), of=_PACKAGES),
                words="validator, called by SQLAlchemy",
            ),
            EntryPoint(
                shape=Shape(
                    at="decorator",
                    names=(
                        *("hybrid_property", "hybrid_method", "expression", "inplace"),
                        *("comparator", "update_expression"),
                    ),
                    of=_PACKAGES,
                ),
                words="hybrid property, read by queries",
            ),
            EntryPoint(
                shape=Shape(
                    at="decorator", names=("declared_attr", "directive", "cascading"), of=_PACKAGES
                ),
                words="read by SQLAlchemy when it maps a class",
            ),
            EntryPoint(
                shape=Shape(at="decorator", names=("listens_for",), of=_PACKAGES),
                words=_LISTENER,
                name="1|identifier=",
                uses="0|target=",
            ),
            EntryPoint(
                shape=Shape(at="call", names=("listen",), of=_PACKAGES),
                words=_LISTENER,
                name="1|identifier=",
                target="2|fn=",
            ),
            EntryPoint(
                shape=Shape(at="decorator", names=("compiles", "reconstructor"), of=_PACKAGES),
                words="called by SQLAlchemy",
                uses="0",
            ),
            EntryPoint(
                shape=Shape(at="class", names=("TypeDecorator", "UserDefinedType"), of=_PACKAGES),
                words="called by SQLAlchemy for each value",
                members=("process_*", "load_dialect_impl", "get_col_spec", "bind_processor"),
            ),
        ),
        fields=(Fields(shape=Shape(at="call", names=("filter_by", "values"))),),
        models=(
            Models(
                bases=(
                    *("DeclarativeBase", "MappedAsDataclass", "SQLModel", "Model"),
                    # What only the package is known of: `declarative_base()`, `db.Model`.
                    *("sqlalchemy", "flask_sqlalchemy"),
                ),
                managers=("query",),
                to_many=("relationship",),
                reverse=("backref",),
                functions=(
                    *(
                        (f"{module}.{name}", "queried")
                        for module in ("sqlalchemy", "sqlalchemy.future", "sqlmodel")
                        for name in ("select", "update", "delete", "insert")
                    ),
                ),
                methods=(
                    ("query", "queried"),
                    ("scalars", "rows"),
                    ("execute", "rows"),
                    ("scalar", "row"),
                ),
                same=(
                    *("where", "options", "limit", "offset", "join", "outerjoin", "group_by"),
                    *("having", "scalars", "unique", "yield_per", "execution_options"),
                    *("filter_by", "with_for_update", "values", "returning", "fetchall"),
                ),
                element=("one", "one_or_none", "scalar_one", "scalar_one_or_none", "fetchone"),
            ),
        ),
    ),
    Framework(
        name="alembic",
        title="Alembic",
        languages=("python",),
        packages=("alembic",),
        entries=(
            EntryPoint(
                shape=Shape(
                    at="function",
                    names=("upgrade", "downgrade", "run_migrations_o*"),
                    files=("*/versions/*.py", "*/alembic/env.py", "*/migrations/env.py"),
                ),
                words="migration, run by Alembic",
            ),
        ),
    ),
)
