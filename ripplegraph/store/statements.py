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

MEMORY_INSERT_META = "INSERT INTO meta (key, value) VALUES (?, ?)"
MEMORY_SELECT_META = "SELECT key, value FROM meta"

# The closure. A dependency is an edge of any kind but `contains` and `co_changes`, and one whose
# target is certain enough: see graph/model.py and codes.py.

_dependency = "edges.kind NOT IN (2, 14) AND edges.resolution < 2"
_ambiguous = "edges.kind NOT IN (2, 14) AND edges.resolution = 2"
_between_files = (
    "SELECT source.file_id, target.file_id, edges.kind FROM nodes AS source "
    "JOIN edges ON edges.source = source.id JOIN nodes AS target ON target.id = edges.target "
    f"WHERE source.file_id <> target.file_id AND {_dependency}"
)

SELECT_EDGES_BETWEEN_FILES = _between_files
SELECT_EDGES_OUT_OF_FILE = f"{_between_files} AND source.file_id = ?"

SELECT_FILE_LINKS = "SELECT source, target, kinds FROM file_links"
SELECT_FILE_PAIRS = "SELECT source, target FROM file_links"
SELECT_FILE_LINKS_FROM = "SELECT target, kinds FROM file_links WHERE source = ?"
SELECT_FILE_LINKS_TO = "SELECT source, kinds FROM file_links WHERE target = ?"
INSERT_FILE_LINK = "INSERT OR REPLACE INTO file_links (source, target, kinds) VALUES (?, ?, ?)"
DELETE_FILE_LINK = "DELETE FROM file_links WHERE source = ? AND target = ?"
DELETE_FILE_LINKS = "DELETE FROM file_links"
COUNT_LINKED_FILES = "SELECT count(*) FROM (SELECT DISTINCT source FROM file_links LIMIT ?)"

SELECT_FILE_DEPENDENTS = "SELECT levels FROM file_dependents WHERE file_id = ?"
INSERT_FILE_DEPENDENTS = "INSERT OR REPLACE INTO file_dependents (file_id, levels) VALUES (?, ?)"
DELETE_FILE_DEPENDENTS = "DELETE FROM file_dependents WHERE file_id = ?"
DELETE_ALL_FILE_DEPENDENTS = "DELETE FROM file_dependents"
HAS_FILE_DEPENDENTS = "SELECT EXISTS (SELECT 1 FROM file_dependents)"
SELECT_FILE_DEPENDENCIES = "SELECT levels FROM file_dependencies WHERE file_id = ?"
INSERT_FILE_DEPENDENCIES = (
    "INSERT OR REPLACE INTO file_dependencies (file_id, levels) VALUES (?, ?)"
)
DELETE_FILE_DEPENDENCIES = "DELETE FROM file_dependencies WHERE file_id = ?"
DELETE_ALL_FILE_DEPENDENCIES = "DELETE FROM file_dependencies"
HAS_FILE_DEPENDENCIES = "SELECT EXISTS (SELECT 1 FROM file_dependencies)"

SELECT_FILE_PATHS = "SELECT id, path FROM files"
SELECT_FILE_PATH = "SELECT path FROM files WHERE id = ?"
SELECT_FILE_ID = "SELECT id FROM files WHERE path = ?"
SELECT_FILES_BELOW = "SELECT id FROM files WHERE path >= ? AND path < ? ORDER BY path"
SELECT_NODE_IN_FILE = "SELECT id FROM nodes WHERE file_id = ? AND label = ?"
SELECT_NODE_WITHOUT_FILE = "SELECT id FROM nodes WHERE file_id IS NULL AND label = ?"
# A set of numbers is handed over as a JSON list: one statement for the whole of it.
_dependents_of = "FROM json_each(?) CROSS JOIN edges ON edges.target = json_each.value WHERE"
_dependencies_of = "FROM json_each(?) CROSS JOIN edges ON edges.source = json_each.value WHERE"
SELECT_NODE_DEPENDENTS = f"SELECT edges.source {_dependents_of} {_dependency} AND 1 << kind & ?"
SELECT_NODE_DEPENDENCIES = f"SELECT edges.target {_dependencies_of} {_dependency} AND 1 << kind & ?"
SELECT_NODE_POSSIBLE_DEPENDENTS = (
    f"SELECT edges.source {_dependents_of} {_ambiguous} AND 1 << kind & ?"
)
SELECT_NODE_POSSIBLE_DEPENDENCIES = (
    f"SELECT edges.target {_dependencies_of} {_ambiguous} AND 1 << kind & ?"
)
SELECT_NODE_IDS = (
    "SELECT nodes.id, files.path, nodes.label FROM json_each(?) "
    "CROSS JOIN nodes ON nodes.id = json_each.value LEFT JOIN files ON files.id = nodes.file_id"
)
SELECT_ORDERED_NODES = (
    "SELECT * FROM (SELECT id, NULL, label FROM nodes WHERE file_id IS NULL ORDER BY label) "
    "UNION ALL SELECT * FROM (SELECT nodes.id, files.path, nodes.label FROM files "
    "CROSS JOIN nodes ON nodes.file_id = files.id ORDER BY files.path, nodes.label)"
)
SELECT_LAST_NODE = "SELECT ifnull(max(id), 0) FROM nodes"
SELECT_DEPENDENTS_BETWEEN = (
    "SELECT target, source FROM edges INDEXED BY edges_by_target "
    f"WHERE target >= ? AND target < ? AND {_dependency}"
)
SELECT_BLOCK = "SELECT sources FROM node_dependents WHERE block = ?"
INSERT_BLOCK = "INSERT OR REPLACE INTO node_dependents (block, sources) VALUES (?, ?)"
DELETE_BLOCK = "DELETE FROM node_dependents WHERE block = ?"
DELETE_BLOCKS = "DELETE FROM node_dependents"
SELECT_HUBS = "SELECT node_id, distances FROM hub_dependents"
SELECT_HUB = "SELECT distances FROM hub_dependents WHERE node_id = ?"
INSERT_HUB = "INSERT OR REPLACE INTO hub_dependents (node_id, distances) VALUES (?, ?)"
DELETE_HUB = "DELETE FROM hub_dependents WHERE node_id = ?"
DELETE_HUBS = "DELETE FROM hub_dependents"
HAS_BLOCKS = "SELECT EXISTS (SELECT 1 FROM node_dependents)"
_possible_files = (
    "edges.kind FROM edges JOIN nodes AS source ON source.id = edges.source "
    "JOIN nodes AS target ON target.id = edges.target "
    f"WHERE source.file_id <> target.file_id AND {_ambiguous}"
)
SELECT_FILE_POSSIBLE_DEPENDENTS = f"SELECT source.file_id, {_possible_files} AND target.file_id = ?"
SELECT_FILE_POSSIBLE_DEPENDENCIES = (
    f"SELECT target.file_id, {_possible_files} AND source.file_id = ?"
)
SELECT_NODES_NAMED = (
    "SELECT files.path, nodes.label FROM nodes LEFT JOIN files ON files.id = nodes.file_id "
    "WHERE nodes.name = ? ORDER BY files.path, nodes.label LIMIT 1000"
)
SELECT_LABELS_IN_FILE = "SELECT label FROM nodes WHERE file_id = ? ORDER BY label"
SELECT_NAMES = "SELECT DISTINCT name FROM nodes WHERE name >= ? AND name < ?"
