"""The tables of graph schema version 1, as they were on that day."""

STATEMENTS = (
    """
    CREATE TABLE files (
        id INTEGER NOT NULL,
        path TEXT NOT NULL,
        language TEXT,
        content_hash TEXT NOT NULL,
        size INTEGER NOT NULL,
        lines INTEGER NOT NULL,
        status TEXT NOT NULL,
        reason TEXT,
        PRIMARY KEY (id),
        CONSTRAINT status_is_known
            CHECK (status IN ('parsed', 'partial', 'known', 'skipped', 'failed')),
        UNIQUE (path)
    )
    """,
    """
    CREATE TABLE nodes (
        id INTEGER NOT NULL,
        "key" TEXT NOT NULL,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        file_id INTEGER,
        line INTEGER,
        end_line INTEGER,
        signature TEXT,
        doc TEXT,
        body_fingerprint TEXT,
        signature_fingerprint TEXT,
        metadata TEXT,
        PRIMARY KEY (id),
        UNIQUE ("key"),
        FOREIGN KEY(file_id) REFERENCES files (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX nodes_by_file ON nodes (file_id)",
    "CREATE INDEX nodes_by_kind ON nodes (kind)",
    "CREATE INDEX nodes_by_name ON nodes (name)",
    """
    CREATE TABLE edges (
        source INTEGER NOT NULL,
        target INTEGER NOT NULL,
        kind TEXT NOT NULL,
        line INTEGER,
        resolution TEXT NOT NULL,
        candidates INTEGER NOT NULL,
        confidence FLOAT NOT NULL,
        PRIMARY KEY (source, kind, target),
        CONSTRAINT resolution_is_known
            CHECK (resolution IN ('exact', 'inferred', 'ambiguous')),
        FOREIGN KEY(source) REFERENCES nodes (id) ON DELETE CASCADE,
        FOREIGN KEY(target) REFERENCES nodes (id) ON DELETE CASCADE
    ) WITHOUT ROWID
    """,
    "CREATE INDEX edges_by_target ON edges (target, kind)",
    """
    CREATE TABLE diagnostics (
        id INTEGER NOT NULL,
        file_id INTEGER NOT NULL,
        line INTEGER,
        severity TEXT NOT NULL,
        message TEXT NOT NULL,
        PRIMARY KEY (id),
        FOREIGN KEY(file_id) REFERENCES files (id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX diagnostics_by_file ON diagnostics (file_id)",
)
TABLES = ("diagnostics", "edges", "nodes", "files")
"""In the order in which they can be dropped."""
