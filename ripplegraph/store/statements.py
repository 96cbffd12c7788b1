"""The SQL of the fast path; names that start with MEMORY run on the memory database."""

INSERT_MIGRATION = "INSERT INTO migrations (version, name, applied_at) VALUES (?, ?, ?)"

SELECT_META = "SELECT key, value FROM meta"
COUNT_FILES_BY_LANGUAGE = (
    "SELECT language, count(*) FROM files WHERE language IS NOT NULL GROUP BY language"
)
COUNT_FILES_BY_STATUS = "SELECT status, count(*) FROM files GROUP BY status"
COUNT_NODES_BY_KIND = "SELECT kind, count(*) FROM nodes GROUP BY kind"
COUNT_EDGES_BY_KIND = "SELECT kind, count(*) FROM edges GROUP BY kind"
COUNT_DIAGNOSTICS = "SELECT count(*) FROM diagnostics"

MEMORY_INSERT_META = "INSERT INTO meta (key, value) VALUES (?, ?)"
MEMORY_SELECT_META = "SELECT key, value FROM meta"
