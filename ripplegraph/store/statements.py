"""The SQL of the fast path; names that start with MEMORY run on the memory database."""

INSERT_MIGRATION = "INSERT INTO migrations (version, name, applied_at) VALUES (?, ?, ?)"

SELECT_META = "SELECT key, value FROM meta"
DELETE_META = "DELETE FROM meta"
INSERT_META = "INSERT INTO meta (key, value) VALUES (?, ?)"

COUNT_FILES_BY_LANGUAGE = (
    "SELECT language, count(*) FROM files WHERE language IS NOT NULL GROUP BY language"
)
COUNT_FILES_BY_STATUS = "SELECT status, count(*) FROM files GROUP BY status"
COUNT_FILES_BY_REASON = (
    "SELECT status, reason, count(*) FROM files WHERE status IN ('skipped', 'failed') "
    "GROUP BY status, reason ORDER BY status, reason"
)
COUNT_NODES_BY_KIND = "SELECT kind, count(*) FROM nodes GROUP BY kind"
COUNT_EDGES_BY_KIND = "SELECT kind, count(*) FROM edges GROUP BY kind"
COUNT_DIAGNOSTICS = "SELECT count(*) FROM diagnostics"
COUNT_DANGLING_EDGES = (
    "SELECT count(*) FROM edges WHERE source NOT IN (SELECT id FROM nodes) "
    "OR target NOT IN (SELECT id FROM nodes)"
)

COUNT_BUGS = "SELECT count(*) FROM diagnostics WHERE severity = 'bug'"

SELECT_CONTENT_HASH = "SELECT content_hash FROM files WHERE path = ?"

DELETE_EDGES = "DELETE FROM edges"
DELETE_DIAGNOSTICS = "DELETE FROM diagnostics"
DELETE_NODES = "DELETE FROM nodes"
DELETE_FILES = "DELETE FROM files"

INSERT_FILE = (
    "INSERT INTO files (id, path, language, content_hash, blob, size, lines, status, reason) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
INSERT_NODE = (
    "INSERT INTO nodes (id, label, kind, name, file_id, line, end_line, signature, doc, "
    "body_fingerprint, signature_fingerprint, metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
INSERT_EDGE = (
    "INSERT INTO edges (source, target, kind, line, resolution, candidates, confidence) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)
INSERT_DIAGNOSTIC = "INSERT INTO diagnostics (file_id, line, severity, message) VALUES (?, ?, ?, ?)"

SELECT_NODES = (
    "SELECT nodes.label, nodes.kind, nodes.name, files.path, files.language, nodes.line, "
    "nodes.end_line, nodes.signature, nodes.doc, nodes.body_fingerprint, "
    "nodes.signature_fingerprint, nodes.metadata "
    "FROM nodes LEFT JOIN files ON files.id = nodes.file_id ORDER BY nodes.id"
)
SELECT_EDGES = (
    "SELECT source_file.path, source.label, target_file.path, target.label, edges.kind, "
    "edges.line, edges.resolution, edges.candidates, edges.confidence FROM edges "
    "JOIN nodes AS source ON source.id = edges.source "
    "LEFT JOIN files AS source_file ON source_file.id = source.file_id "
    "JOIN nodes AS target ON target.id = edges.target "
    "LEFT JOIN files AS target_file ON target_file.id = target.file_id "
    "ORDER BY edges.source, edges.kind, edges.target"
)
SELECT_FACTS_KEYS = "SELECT content_hash, language, extractor_version FROM facts"
SELECT_FACTS = "SELECT data FROM facts WHERE content_hash = ? AND language = ?"
INSERT_FACTS = (
    "INSERT OR REPLACE INTO facts (content_hash, language, extractor_version, data) "
    "VALUES (?, ?, ?, ?)"
)
DELETE_FACTS = "DELETE FROM facts"
DELETE_OUTDATED_FACTS = "DELETE FROM facts WHERE language = ? AND extractor_version <> ?"
DELETE_UNUSED_FACTS = (
    "DELETE FROM facts WHERE id IN (SELECT id FROM facts "
    "WHERE content_hash NOT IN (SELECT content_hash FROM files) "
    "ORDER BY id DESC LIMIT -1 OFFSET ?)"
)

SELECT_HISTORY_STATE = "SELECT key, value FROM history_state"
DELETE_HISTORY_STATE = "DELETE FROM history_state"
INSERT_HISTORY_STATE = "INSERT INTO history_state (key, value) VALUES (?, ?)"
SELECT_HISTORY_PATH = "SELECT id, moved_to FROM history_paths WHERE path = ?"
SELECT_HISTORY_PATH_BY_ID = "SELECT path, moved_to FROM history_paths WHERE id = ?"
SELECT_HISTORY_PATHS = "SELECT id, path FROM history_paths"
SELECT_HISTORY_MOVES = "SELECT id, moved_to FROM history_paths WHERE moved_to IS NOT NULL"
INSERT_HISTORY_PATH = "INSERT INTO history_paths (path) VALUES (?)"
UPDATE_HISTORY_PATH = "UPDATE history_paths SET moved_to = ? WHERE id = ?"
DELETE_HISTORY_PATH = "DELETE FROM history_paths WHERE id = ?"
DELETE_HISTORY_MOVES = "UPDATE history_paths SET moved_to = NULL WHERE moved_to IS NOT NULL"
SELECT_HISTORY_COMMITS = "SELECT id, hash, changes FROM history_commits ORDER BY id"
SELECT_HISTORY_COMMIT = "SELECT id, changes FROM history_commits WHERE hash = ?"
INSERT_HISTORY_COMMIT = (
    "INSERT INTO history_commits (hash, period, size, changes) VALUES (?, ?, ?, ?)"
)
DELETE_HISTORY_COMMIT = "DELETE FROM history_commits WHERE id = ?"
INSERT_HISTORY_TOUCH = "INSERT OR IGNORE INTO history_touches (path_id, commit_id) VALUES (?, ?)"
UPDATE_HISTORY_TOUCHES = "UPDATE OR IGNORE history_touches SET path_id = ? WHERE path_id = ?"
DELETE_HISTORY_TOUCHES_OF_PATH = "DELETE FROM history_touches WHERE path_id = ?"
DELETE_HISTORY_TOUCHES = "DELETE FROM history_touches"
COUNT_HISTORY_CHANGES = (
    "SELECT commits.period, commits.size, count(*) FROM history_touches AS touches "
    "JOIN history_commits AS commits ON commits.id = touches.commit_id "
    "WHERE touches.path_id = ? GROUP BY commits.period, commits.size"
)
COUNT_HISTORY_PAIRS = (
    "SELECT others.path_id, commits.period, commits.size, count(*) "
    "FROM history_touches AS touches "
    "JOIN history_commits AS commits ON commits.id = touches.commit_id "
    "JOIN history_touches AS others ON others.commit_id = touches.commit_id "
    "WHERE touches.path_id = :path AND commits.size <= :limit AND others.path_id <> :path "
    "GROUP BY others.path_id, commits.period, commits.size"
)
SELECT_FILE_EXISTS = "SELECT 1 FROM files WHERE path = ?"

MEMORY_INSERT_META = "INSERT INTO meta (key, value) VALUES (?, ?)"
MEMORY_SELECT_META = "SELECT key, value FROM meta"
