"""The SQL of the fast path; names that start with MEMORY run on the memory database."""

INSERT_MIGRATION = "INSERT INTO migrations (version, name, applied_at) VALUES (?, ?, ?)"

SELECT_META = "SELECT key, value FROM meta"
DELETE_META = "DELETE FROM meta"
INSERT_META = "INSERT INTO meta (key, value) VALUES (?, ?)"

COUNT_FILES_BY_LANGUAGE = (
    "SELECT language, count(*) FROM files WHERE language IS NOT NULL GROUP BY language"
)
COUNT_CODE_FILES = "SELECT count(*) FROM files WHERE status IN ('parsed', 'partial')"
COUNT_FILES_BY_STATUS = "SELECT status, count(*) FROM files GROUP BY status"
COUNT_FILES_BY_REASON = (
    "SELECT status, reason, count(*) FROM files WHERE status IN ('skipped', 'failed') "
    "GROUP BY status, reason ORDER BY status, reason"
)
SELECT_MODULE_MEMBERS = (
    "SELECT files.path, nodes.label FROM files JOIN nodes ON nodes.file_id = files.id "
    "WHERE files.path >= ? AND files.path < ? AND nodes.kind IN (4, 5, 6) "
    "ORDER BY files.path, nodes.label LIMIT 200"
)
COUNT_NODES_BY_KIND = "SELECT kind, count(*) FROM nodes GROUP BY kind"
COUNT_EDGES_BY_KIND = "SELECT kind, count(*) FROM edges GROUP BY kind"
COUNT_DIAGNOSTICS = "SELECT count(*) FROM diagnostics"
COUNT_DANGLING_EDGES = (
    "SELECT count(*) FROM edges WHERE source NOT IN (SELECT id FROM nodes) "
    "OR target NOT IN (SELECT id FROM nodes)"
)

COUNT_BUGS = "SELECT count(*) FROM diagnostics WHERE severity = 'bug' AND message LIKE 'bug: %'"
SELECT_FAILED_STEPS = (
    "SELECT files.path, diagnostics.message "
    "FROM diagnostics JOIN files ON files.id = diagnostics.file_id "
    "WHERE severity = 'bug' AND message NOT LIKE 'bug: %' ORDER BY files.path, diagnostics.id"
)

SELECT_FILE_SIZE = "SELECT size FROM files WHERE path = ?"
SELECT_CONTENT_HASH = "SELECT content_hash FROM files WHERE path = ?"

DELETE_EDGES = "DELETE FROM edges"
DELETE_DIAGNOSTICS = "DELETE FROM diagnostics"
DELETE_NODES = "DELETE FROM nodes"
DELETE_FILES = "DELETE FROM files"

SELECT_TABLES = (
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"
)
SELECT_GRAPH_INDEXES = (
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL "
    "AND tbl_name IN ('nodes', 'edges')"
)
INSERT_FILE = (
    "INSERT INTO files (id, path, language, content_hash, blob, size, lines, status, reason) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
INSERT_NODE = (
    "INSERT INTO nodes (id, label, kind, name, file_id, line, end_line, signature, doc, "
    "body_fingerprint, signature_fingerprint, metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
INSERT_EDGE = (
    "INSERT OR REPLACE INTO edges "
    "(source, target, kind, line, resolution, candidates, confidence, evidence) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
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
    "edges.line, edges.resolution, edges.candidates, edges.confidence, edges.evidence FROM edges "
    "JOIN nodes AS source ON source.id = edges.source "
    "LEFT JOIN files AS source_file ON source_file.id = source.file_id "
    "JOIN nodes AS target ON target.id = edges.target "
    "LEFT JOIN files AS target_file ON target_file.id = target.file_id "
    "ORDER BY edges.source, edges.kind, edges.target"
)
SELECT_FILES = (
    "SELECT id, path, language, content_hash, blob, size, lines, status, reason FROM files"
)
SELECT_FILE = f"{SELECT_FILES} WHERE path = ?"
SELECT_FILE_NUMBERS = (
    "SELECT path, id, CASE WHEN status IN ('parsed', 'partial') THEN language END FROM files"
)
SELECT_FAILED_FILES = "SELECT path FROM files WHERE status = 'failed'"
SELECT_FILE_LANGUAGES = "SELECT DISTINCT language FROM files WHERE language IS NOT NULL"
SELECT_LAST_NODE = "SELECT coalesce(max(id), 0) FROM nodes"
SELECT_LAST_FILE = "SELECT coalesce(max(id), 0) FROM files"
SELECT_NODE_NUMBER = "SELECT id FROM nodes WHERE file_id = ? AND label = ?"
SELECT_NODE_NUMBERS_BETWEEN = (
    "SELECT label, id FROM nodes WHERE id BETWEEN ? AND ? AND file_id IS NOT NULL"
)
SELECT_LOOSE_NODE_NUMBER = "SELECT id FROM nodes WHERE file_id IS NULL AND label = ?"
SELECT_NODES_OF_FILE = (
    "SELECT id, label, kind, name, file_id, line, end_line, signature, doc, body_fingerprint, "
    "signature_fingerprint, metadata FROM nodes WHERE file_id = ?"
)
SELECT_EDGES_FROM_FILE = (
    "SELECT edges.source, edges.target, edges.kind, edges.line, edges.resolution, "
    "edges.candidates, edges.confidence, edges.evidence, nodes.kind FROM nodes "
    "JOIN edges ON edges.source = nodes.id WHERE nodes.file_id = ?"
)
SELECT_EDGES_TO_FILE = (
    "SELECT edges.source, edges.target, edges.kind, edges.line, edges.resolution, "
    "edges.candidates, edges.confidence, edges.evidence, source.kind, source.file_id FROM nodes "
    "JOIN edges ON edges.target = nodes.id AND edges.kind = ? "
    "JOIN nodes AS source ON source.id = edges.source WHERE nodes.file_id = ?"
)
SELECT_EDGES_TO_NODE = (
    "SELECT edges.source, edges.target, edges.kind, edges.line, edges.resolution, "
    "edges.candidates, edges.confidence, nodes.file_id FROM edges "
    "JOIN nodes ON nodes.id = edges.source WHERE edges.target = ?"
)
SELECT_EMPTY_FOLDER = (
    "SELECT label FROM nodes WHERE id = ? AND file_id IS NULL AND kind = ? "
    "AND NOT EXISTS (SELECT 1 FROM edges WHERE source = nodes.id AND kind = ?)"
)
SELECT_FOLDER_AROUND = "SELECT source FROM edges WHERE target = ? AND kind = ?"
SELECT_UNUSED_EXTERNAL = (
    "SELECT label FROM nodes WHERE id = ? AND file_id IS NULL AND kind = ? "
    "AND NOT EXISTS (SELECT 1 FROM edges WHERE target = nodes.id)"
)
REPLACE_FILE = INSERT_FILE.replace("INSERT", "INSERT OR REPLACE")
REPLACE_NODE = INSERT_NODE.replace("INSERT", "INSERT OR REPLACE")
DELETE_FILE = "DELETE FROM files WHERE id = ?"
DELETE_NODE = "DELETE FROM nodes WHERE id = ?"
DELETE_EDGE = "DELETE FROM edges WHERE source = ? AND kind = ? AND target = ?"
DELETE_DIAGNOSTICS_OF_FILE = "DELETE FROM diagnostics WHERE file_id = ?"
DELETE_BUGS_OF_FILE = "DELETE FROM diagnostics WHERE file_id = ? AND severity = 'bug'"
"""Those come from linking; the others, from reading the file."""
SELECT_DIAGNOSTICS = (
    "SELECT files.path, diagnostics.line, diagnostics.severity, diagnostics.message "
    "FROM diagnostics JOIN files ON files.id = diagnostics.file_id "
    "ORDER BY files.path, diagnostics.id"
)
SELECT_FACTS_KEYS = "SELECT content_hash, language, extractor_version FROM facts"
SELECT_FACTS = "SELECT data FROM facts WHERE content_hash = ? AND language = ?"
INSERT_FACTS = (
    "INSERT OR REPLACE INTO facts (content_hash, language, extractor_version, data) "
    "VALUES (?, ?, ?, ?)"
)
COUNT_FACTS = "SELECT count(*) FROM facts"
DELETE_FACTS = "DELETE FROM facts"
DELETE_OUTDATED_FACTS = "DELETE FROM facts WHERE language = ? AND extractor_version <> ?"
DELETE_UNUSED_FACTS = (
    "DELETE FROM facts WHERE id IN (SELECT id FROM facts "
    "WHERE content_hash NOT IN (SELECT content_hash FROM files) "
    "ORDER BY id DESC LIMIT -1 OFFSET ?)"
)

SELECT_LINK_FILE = "SELECT data, keys FROM link_files WHERE file_id = ?"
INSERT_LINK_FILE = "INSERT OR REPLACE INTO link_files (file_id, data, keys) VALUES (?, ?, ?)"
DELETE_LINK_FILE = "DELETE FROM link_files WHERE file_id = ?"
INSERT_NAME_PLACES = "INSERT OR REPLACE INTO name_places (file_id, data) VALUES (?, ?)"
DELETE_NAME_PLACES = "DELETE FROM name_places"
DELETE_NAME_PLACES_OF_FILE = "DELETE FROM name_places WHERE file_id = ?"
SELECT_LINK_INDEX = "SELECT files, answers FROM link_index WHERE key = ?"
INSERT_LINK_INDEX = "INSERT OR REPLACE INTO link_index (key, files, answers) VALUES (?, ?, ?)"
DELETE_LINK_INDEX_KEY = "DELETE FROM link_index WHERE key = ?"
SELECT_LINK_ANSWER = "SELECT key, question, digests, answers, keys FROM link_answers WHERE key = ?"
INSERT_LINK_ANSWER = (
    "INSERT OR REPLACE INTO link_answers (key, question, digests, answers, keys)"
    " VALUES (?, ?, ?, ?, ?)"
)
DELETE_LINK_ANSWER = "DELETE FROM link_answers WHERE key = ?"
SELECT_LINK_SOUGHT = "SELECT name FROM link_sought WHERE key = ? ORDER BY name"
INSERT_LINK_SOUGHT = "INSERT OR IGNORE INTO link_sought (key, name) VALUES (?, ?)"
DELETE_MISSED_CALLS = "DELETE FROM missed_calls"
DELETE_MISSED_CALLS_OF_FILE = "DELETE FROM missed_calls WHERE file_id = ?"
INSERT_MISSED_CALLS = "INSERT INTO missed_calls (name, file_id, calls, line) VALUES (?, ?, ?, ?)"
SELECT_ALL_MISSED_CALLS = (
    "SELECT name, path, calls, line FROM missed_calls JOIN files ON files.id = file_id"
)
# Names that everything has in Python, such as __init__, say nothing about a target.
SELECT_MISSED_CALLS_OF_FILE = (
    "SELECT missed_calls.name, sum(calls), count(*) FROM "
    "(SELECT DISTINCT name FROM nodes WHERE nodes.file_id = ? AND nodes.kind IN (4, 5, 6) "
    "AND name NOT LIKE '\\_\\_%' ESCAPE '\\') AS own CROSS JOIN missed_calls "
    "ON missed_calls.name = own.name GROUP BY missed_calls.name ORDER BY 2 DESC, 1"
)
SELECT_MISSED_CALLS_OF_NAME = (
    "SELECT missed_calls.name, sum(calls), count(*) FROM nodes CROSS JOIN missed_calls "
    "ON missed_calls.name = nodes.name WHERE nodes.id = ? AND nodes.kind IN (4, 5, 6) "
    "GROUP BY missed_calls.name"
)
DELETE_LINK_FILES = "DELETE FROM link_files"
DELETE_LINK_INDEX = "DELETE FROM link_index"
DELETE_LINK_ANSWERS = "DELETE FROM link_answers"
DELETE_LINK_SOUGHT = "DELETE FROM link_sought"
SELECT_META_VALUE = "SELECT value FROM meta WHERE key = ?"
SELECT_CONTENT_HASHES = "SELECT path, content_hash FROM files"
SELECT_NODE_STATES = (
    "SELECT nodes.label, nodes.kind, nodes.name, files.language, nodes.line, nodes.end_line, "
    "nodes.signature, nodes.body_fingerprint, nodes.signature_fingerprint, nodes.metadata, "
    "files.content_hash FROM files JOIN nodes ON nodes.file_id = files.id WHERE files.path = ?"
)
INSERT_CHANGE = (
    "INSERT INTO changes (number, scan, kind, node, node_kind, previous, compatible, detail, "
    "old_signature, new_signature, old_signature_fingerprint, new_signature_fingerprint, "
    "old_body_fingerprint, new_body_fingerprint) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
INSERT_CHANGE_SCAN = (
    "INSERT INTO change_scans (first, last, scanned_at, commit_id) VALUES (?, ?, ?, ?)"
)
SELECT_CHANGE_RANGE = "SELECT min(number), max(number) FROM changes"
SELECT_CHANGES = (
    "SELECT number, scan, kind, node, node_kind, previous, compatible, detail, old_signature, "
    "new_signature, old_signature_fingerprint, new_signature_fingerprint, old_body_fingerprint, "
    "new_body_fingerprint FROM changes WHERE number > ? ORDER BY number"
)
SELECT_SIGNATURES_BEFORE = (
    "SELECT node, number, old_signature_fingerprint FROM changes "
    "WHERE kind = ? AND node IN (SELECT value FROM json_each(?)) ORDER BY number"
)
SELECT_CHANGE_SCANS = (
    "SELECT first, last, scanned_at, commit_id FROM change_scans WHERE last > ? ORDER BY first"
)
DELETE_CHANGES = "DELETE FROM changes"
DELETE_CHANGE_SCANS = "DELETE FROM change_scans"
DELETE_OLD_CHANGES = "DELETE FROM changes WHERE number <= ?"
DELETE_OLD_CHANGE_SCANS = "DELETE FROM change_scans WHERE last <= ?"

SELECT_CODE_FILES = (
    "SELECT files.path, files.language, files.lines, "
    "(SELECT count(*) FROM nodes WHERE nodes.file_id = files.id AND nodes.kind IN (4, 5, 6)) "
    "FROM files WHERE files.status IN ('parsed', 'partial') ORDER BY files.path"
)
SELECT_FILE_TIES = (
    "SELECT source_file.path, target_file.path, found.kind, found.edges, found.exact, found.line "
    "FROM (SELECT source.file_id AS source, target.file_id AS target, edges.kind AS kind, "
    "count(*) AS edges, sum(edges.resolution = 0) AS exact, min(edges.line) AS line "
    "FROM edges JOIN nodes AS source ON source.id = edges.source "
    "JOIN nodes AS target ON target.id = edges.target "
    "WHERE edges.resolution < 2 AND source.file_id <> target.file_id "
    "GROUP BY source.file_id, target.file_id, edges.kind) AS found "
    "JOIN files AS source_file ON source_file.id = found.source "
    "JOIN files AS target_file ON target_file.id = found.target"
)
SELECT_IMPORT_METADATA = (
    "SELECT files.path, nodes.line, nodes.metadata FROM nodes "
    "JOIN files ON files.id = nodes.file_id "
    "WHERE nodes.kind = 3 AND nodes.metadata LIKE '%\"import_kind\"%'"
)
SELECT_EXTERNAL_USES = (
    "SELECT DISTINCT target.name, files.path FROM nodes AS target "
    "JOIN edges ON edges.target = target.id JOIN nodes AS source ON source.id = edges.source "
    "JOIN files ON files.id = source.file_id WHERE target.kind = 8 AND edges.resolution < 2"
)
SELECT_EDGES_BETWEEN_TWO_FILES = (
    "SELECT source.label, target.label, edges.kind, edges.line FROM files AS source_file "
    "JOIN nodes AS source ON source.file_id = source_file.id "
    "JOIN edges ON edges.source = source.id JOIN nodes AS target ON target.id = edges.target "
    "JOIN files AS target_file ON target_file.id = target.file_id "
    "WHERE source_file.path = ? AND target_file.path = ? AND edges.resolution < 2"
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
SELECT_LAST_HISTORY_COMMIT = "SELECT coalesce(max(id), 0) FROM history_commits"
SELECT_LAST_TOUCHING_COMMIT = "SELECT max(commit_id) FROM history_touches"
UPDATE_HISTORY_COMMIT = "UPDATE history_commits SET id = ? WHERE id = ?"
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
# Files that changed together, newest commits first; see impact/ranking/co_changes.py. The first
# commit does not count: a project that begins with all its files says nothing about them.
_after_first = "touches.commit_id > (SELECT min(commit_id) FROM history_touches)"
SELECT_HISTORY_CHANGES = (
    "SELECT mine.commit_id, mine.size, others.path_id FROM "
    "(SELECT touches.commit_id, commits.size FROM history_touches AS touches "
    "JOIN history_commits AS commits ON commits.id = touches.commit_id "
    f"WHERE touches.path_id = :path AND commits.size <= :largest AND {_after_first} "
    "ORDER BY touches.commit_id DESC LIMIT :limit) AS mine "
    "JOIN history_touches AS others ON others.commit_id = mine.commit_id "
    "ORDER BY mine.commit_id DESC"
)
SELECT_HISTORY_LAST = (
    "SELECT last.commit_id, touches.path_id FROM "
    "(SELECT DISTINCT touches.commit_id FROM history_touches AS touches "
    "JOIN history_commits AS commits ON commits.id = touches.commit_id "
    f"WHERE commits.size <= :largest AND {_after_first} "
    "ORDER BY touches.commit_id DESC LIMIT :limit) AS last "
    "JOIN history_touches AS touches ON touches.commit_id = last.commit_id "
    "ORDER BY last.commit_id DESC"
)
SELECT_HISTORY_FILES = (
    "SELECT history_paths.id, history_paths.path FROM json_each(?) "
    "CROSS JOIN history_paths ON history_paths.id = json_each.value "
    "JOIN files ON files.path = history_paths.path"
)
SELECT_FILE_EXISTS = "SELECT 1 FROM files WHERE path = ?"
SELECT_FILE_UNDER = "SELECT 1 FROM files WHERE path = ? OR (path >= ? AND path < ?) LIMIT 1"

MEMORY_INSERT_META = "INSERT INTO meta (key, value) VALUES (?, ?)"
MEMORY_SELECT_META = "SELECT key, value FROM meta"
MEMORY_WRITE_NOTHING = "DELETE FROM meta WHERE 0"

# Memories. Their words are in a full text index where SQLite has FTS5: see memory_text.py.

_memory_columns = (
    "number, id, type, raw_type, title, content, details, state, scope, scope_ref, confidence, "
    "importance, half_life_days, pinned, user_verified, needs_review, tainted, provenance, "
    "created_at, updated_at, verified_at, last_used_at, use_count, confirmations, expires_at, "
    "archived_at, merged_at"
)
_memory_filters = (
    "(:types IS NULL OR type IN (SELECT value FROM json_each(:types))) "
    "AND (:but_types IS NULL OR type NOT IN (SELECT value FROM json_each(:but_types))) "
    "AND (:states IS NULL OR state IN (SELECT value FROM json_each(:states))) "
    "AND (:scope IS NULL OR scope = :scope) AND (:scope_ref IS NULL OR scope_ref = :scope_ref) "
    "AND (:channel IS NULL OR channel = :channel) "
    "AND (:min_confidence IS NULL OR confidence >= :min_confidence) "
    "AND (:tag IS NULL OR number IN (SELECT memory FROM memory_tags WHERE tag = :tag)) "
    "AND (:not_session IS NULL OR session IS NOT :not_session) "
    "AND (:sessions IS NULL OR session IN (SELECT value FROM json_each(:sessions))) "
    "AND (:after IS NULL OR created_at >= :after) "
    "AND (:before IS NULL OR created_at < :before) "
    "AND (:needs_review IS NULL OR needs_review = :needs_review) "
    "AND (:ids IS NULL OR id IN (SELECT value FROM json_each(:ids)))"
)
MEMORY_INSERT = (
    "INSERT INTO memories (id, type, raw_type, title, content, details, state, scope, scope_ref, "
    "confidence, importance, half_life_days, pinned, user_verified, needs_review, tainted, "
    "channel, session, commit_id, provenance, created_at, updated_at, verified_at, last_used_at, "
    "use_count, confirmations, expires_at, archived_at, merged_at, text_hash) VALUES "
    "(:id, :type, :raw_type, :title, :content, :details, :state, :scope, :scope_ref, "
    ":confidence, :importance, :half_life_days, :pinned, :user_verified, :needs_review, :tainted, "
    ":channel, :session, :commit_id, :provenance, :created_at, :updated_at, :verified_at, "
    ":last_used_at, :use_count, :confirmations, :expires_at, :archived_at, :merged_at, :text_hash)"
)
MEMORY_UPDATE = (
    "UPDATE memories SET type = :type, raw_type = :raw_type, title = :title, content = :content, "
    "details = :details, state = :state, scope = :scope, scope_ref = :scope_ref, "
    "confidence = :confidence, importance = :importance, half_life_days = :half_life_days, "
    "pinned = :pinned, user_verified = :user_verified, needs_review = :needs_review, "
    "tainted = :tainted, channel = :channel, session = :session, commit_id = :commit_id, "
    "provenance = :provenance, created_at = :created_at, updated_at = :updated_at, "
    "verified_at = :verified_at, last_used_at = :last_used_at, use_count = :use_count, "
    "confirmations = :confirmations, expires_at = :expires_at, archived_at = :archived_at, "
    "merged_at = :merged_at, text_hash = :text_hash WHERE id = :id"
)
MEMORY_DELETE = "DELETE FROM memories WHERE id = ?"
MEMORY_NUMBER = "SELECT number FROM memories WHERE id = ?"
MEMORY_NUMBERS = (
    "SELECT number FROM memories WHERE id IN (SELECT value FROM json_each(?)) ORDER BY number"
)
MEMORY_SELECT_BY_NUMBER = (
    f"SELECT {_memory_columns} FROM memories WHERE number IN (SELECT value FROM json_each(?))"
)
MEMORY_IDS_ENDING = (
    "SELECT id FROM memories WHERE substr(id, -length(:ending)) = :ending ORDER BY id LIMIT 5"
)
MEMORY_FIND = (
    f"SELECT number FROM memories WHERE {_memory_filters} "
    "ORDER BY confidence DESC, created_at DESC, id DESC"
)
MEMORY_FIND_WORDS = (
    "SELECT number, bm25(memory_text, 4.0, 1.0, 2.0) AS rank FROM memory_text "
    "JOIN memories ON memories.number = memory_text.rowid "
    f"WHERE memory_text MATCH :words AND {_memory_filters} ORDER BY rank LIMIT :limit"
)
MEMORY_COUNT_WORDS = (
    "SELECT count(*) FROM memory_text JOIN memories ON memories.number = memory_text.rowid "
    f"WHERE memory_text MATCH :words AND {_memory_filters}"
)

MEMORY_SCAN_TEXTS = f"SELECT number, title, content FROM memories WHERE {_memory_filters}"
MEMORY_WITH_TEXT = "SELECT id FROM memories WHERE text_hash = ? ORDER BY number"
MEMORY_LIKE_BANDS = (
    "SELECT DISTINCT memories.number, memories.id, content "
    "FROM (SELECT value FROM json_each(:bands)) AS bands "
    "CROSS JOIN memory_bands ON memory_bands.band = bands.value "
    "CROSS JOIN memories ON memories.number = memory_bands.memory "
    "WHERE memories.type = :type AND scope = :scope AND scope_ref = :scope_ref "
    "ORDER BY memories.number DESC LIMIT :limit"
)
MEMORY_SELECT_TAGS = (
    "SELECT memory, tag FROM json_each(?) CROSS JOIN memory_tags "
    "ON memory_tags.memory = json_each.value ORDER BY memory, position"
)
MEMORY_SELECT_ANCHORS = (
    "SELECT memory, memory_anchors.id, target, role, kind, resolved, looks FROM json_each(?) "
    "CROSS JOIN memory_anchors ON memory_anchors.memory = json_each.value "
    "ORDER BY memory, position"
)
MEMORY_SELECT_MOVES = (
    "SELECT anchor, at, old, new, reason, commit_id FROM json_each(?) "
    "CROSS JOIN memory_moves ON memory_moves.anchor = json_each.value ORDER BY memory_moves.id"
)
MEMORY_SELECT_RELATIONS = (
    "SELECT memory, kind, target_memory, target_path, confidence, auto_extracted, created_at "
    "FROM json_each(?) CROSS JOIN memory_relations "
    "ON memory_relations.memory = json_each.value ORDER BY memory, position"
)
MEMORY_SELECT_CLAIMS = (
    "SELECT memory, claim FROM json_each(?) CROSS JOIN memory_claims "
    "ON memory_claims.memory = json_each.value ORDER BY memory, position"
)
MEMORY_INSERT_CLAIM = "INSERT INTO memory_claims (memory, position, claim) VALUES (?, ?, ?)"
MEMORY_DELETE_CLAIMS = "DELETE FROM memory_claims WHERE memory = ?"
MEMORY_INSERT_TAG = "INSERT INTO memory_tags (memory, position, tag) VALUES (?, ?, ?)"
MEMORY_DELETE_TAGS = "DELETE FROM memory_tags WHERE memory = ?"
MEMORY_INSERT_BAND = "INSERT OR IGNORE INTO memory_bands (band, memory) VALUES (?, ?)"
MEMORY_DELETE_BANDS = "DELETE FROM memory_bands WHERE memory = ?"
MEMORY_INSERT_ANCHOR = (
    "INSERT INTO memory_anchors (memory, position, target, role, kind, resolved, looks) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)
MEMORY_DELETE_ANCHORS = "DELETE FROM memory_anchors WHERE memory = ?"
MEMORY_INSERT_MOVE = (
    "INSERT INTO memory_moves (anchor, at, old, new, reason, commit_id) VALUES (?, ?, ?, ?, ?, ?)"
)
MEMORY_INSERT_RELATION = (
    "INSERT INTO memory_relations (memory, position, kind, target_memory, target_path, "
    "confidence, auto_extracted, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
MEMORY_DELETE_RELATIONS = "DELETE FROM memory_relations WHERE memory = ?"
_event_columns = "id, memory_id, at, action, actor, reason, cause, undoes, before, after"
MEMORY_INSERT_EVENT = (
    f"INSERT INTO memory_events ({_event_columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
MEMORY_EVENTS_OF = (
    f"SELECT {_event_columns} FROM memory_events WHERE memory_id = ? ORDER BY at, number"
)
MEMORY_EVENTS_CAUSED_BY = (
    f"SELECT {_event_columns} FROM memory_events WHERE cause = ? ORDER BY number DESC"
)
MEMORY_EVENTS = f"SELECT {_event_columns} FROM memory_events ORDER BY at, number"
MEMORY_LATEST_EVENTS = (
    f"SELECT {_event_columns} FROM memory_events "
    "WHERE (:after IS NULL OR at >= :after) AND (:action IS NULL OR action = :action) "
    "ORDER BY at DESC, number DESC LIMIT :limit"
)
MEMORY_TRUST = (
    "SELECT memories.id, memories.type, confidence, half_life_days, created_at, verified_at "
    "FROM json_each(?) CROSS JOIN memories ON memories.id = json_each.value "
    "WHERE state IN ('candidate', 'active') AND memories.type <> 'link'"
)
MEMORY_NOTES = (
    "SELECT memories.id, memories.type, title, content, provenance, user_verified "
    "FROM json_each(?) CROSS JOIN memories ON memories.id = json_each.value"
)
_card_columns = (
    "memories.id, memories.type, title, content, details, state, confidence, half_life_days, "
    "created_at, verified_at, user_verified, needs_review, tainted, channel, "
    "session, provenance"
)
_carded = "state IN ('scratch', 'candidate', 'active')"
MEMORY_CARDS = (
    f"SELECT {_card_columns} FROM json_each(?) CROSS JOIN memories "
    f"ON memories.id = json_each.value WHERE {_carded} AND memories.type <> 'link'"
)
MEMORY_RECIPES = (
    f"SELECT {_card_columns} FROM memories WHERE type = 'workflow_recipe' AND {_carded} "
    "ORDER BY user_verified DESC, confidence DESC, number DESC LIMIT 300"
)
MEMORY_GUIDING = (
    f"SELECT {_card_columns} FROM memories WHERE {_carded} AND (pinned OR type IN "
    "('preference', 'convention', 'requirement', 'architecture', 'decision') AND NOT EXISTS "
    "(SELECT 1 FROM memory_anchors WHERE memory = memories.number AND role = 'subject')) "
    "ORDER BY pinned DESC, user_verified DESC, importance DESC, confidence DESC, number DESC "
    "LIMIT 60"
)
MEMORY_TO_REVIEW = (
    f"SELECT {_card_columns} FROM memories WHERE {_carded} AND needs_review "
    "ORDER BY number DESC LIMIT 20"
)
MEMORY_COUNT_TO_REVIEW = f"SELECT count(*) FROM memories WHERE {_carded} AND needs_review"
MEMORY_SUBJECTS_AT = (
    "SELECT DISTINCT memories.id, target FROM memory_anchors "
    "JOIN memories ON memories.number = memory_anchors.memory "
    "WHERE role = 'subject' AND (target = :about OR (target >= :first AND target < :end))"
)
MEMORY_EVENTS_SINCE = f"SELECT {_event_columns} FROM memory_events WHERE number > ? ORDER BY number"
MEMORY_EVENT_AT = f"SELECT {_event_columns} FROM memory_events WHERE number = ?"
MEMORY_LAST_EVENT = "SELECT coalesce(max(number), 0) FROM memory_events"
MEMORY_CHANGED_SINCE = "SELECT DISTINCT memory_id FROM memory_events WHERE number > ?"
MEMORY_LIVE = (
    "SELECT number FROM memories WHERE state IN ('scratch', 'candidate', 'active') ORDER BY number"
)
_live_links = "FROM memories WHERE type = 'link' AND state IN ('scratch', 'candidate', 'active')"
MEMORY_HAS_LINKS = f"SELECT EXISTS (SELECT 1 {_live_links})"
MEMORY_LINKS = f"SELECT id, content, details, confidence {_live_links} ORDER BY number"
MEMORY_KNOWLEDGE_NODES = (
    "SELECT DISTINCT target FROM memory_anchors "
    "JOIN memories ON memories.number = memory_anchors.memory WHERE kind = 'knowledge' "
    "AND role = 'subject' AND state IN ('scratch', 'candidate', 'active')"
)
MEMORY_ABOUT = (
    "SELECT DISTINCT memories.id FROM memory_anchors "
    "JOIN memories ON memories.number = memory_anchors.memory "
    "LEFT JOIN memory_moves ON memory_moves.anchor = memory_anchors.id "
    "WHERE target = :about OR (target >= :first AND target < :end) "
    "OR new = :about OR (new >= :first AND new < :end)"
)
MEMORY_ORIGINS = "SELECT DISTINCT commit_id FROM memories WHERE commit_id IS NOT NULL"
MEMORY_NUMBERS_BY_ID = "SELECT number FROM memories ORDER BY id"
MEMORY_EVENT_NUMBERS = "SELECT number FROM memory_events ORDER BY at, id"
MEMORY_EVENTS_BY_NUMBER = (
    f"SELECT {_event_columns} FROM (SELECT key, value FROM json_each(?)) AS wanted "
    "CROSS JOIN memory_events ON memory_events.number = wanted.value ORDER BY wanted.key"
)
MEMORY_HAS_EVENTS_OF = "SELECT 1 FROM memory_events WHERE memory_id = ? LIMIT 1"
MEMORY_HAS_EVENT = "SELECT 1 FROM memory_events WHERE id = ?"
MEMORY_INSERT_ALIAS = "INSERT OR REPLACE INTO memory_aliases (alias, memory_id) VALUES (?, ?)"
MEMORY_SELECT_ALIAS = "SELECT memory_id FROM memory_aliases WHERE alias = ?"
MEMORY_ALIASES = "SELECT alias, memory_id FROM memory_aliases ORDER BY alias"
MEMORY_HAS_TEXT_INDEX = "SELECT 1 FROM sqlite_schema WHERE name = 'memory_text'"
MEMORY_INSERT_WORDS = "INSERT INTO memory_text (rowid, title, body, places) VALUES (?, ?, ?, ?)"
MEMORY_DELETE_WORDS = "DELETE FROM memory_text WHERE rowid = ?"
MEMORY_PUT_VECTOR = (
    "INSERT OR REPLACE INTO memory_vectors (memory, model, dimensions, vector, created_at) "
    "SELECT number, :model, :dimensions, :vector, :at FROM memories "
    "WHERE number = :memory AND title IS :title AND content IS :content"
)
MEMORY_SELECT_VECTORS = (
    "SELECT memory, vector FROM memory_vectors WHERE model = :model AND dimensions = :dimensions"
)
MEMORY_WITHOUT_VECTOR = (
    "SELECT number, title, content FROM memories "
    "WHERE state IN ('active', 'candidate', 'scratch') "
    "AND type IN (SELECT value FROM json_each(:types)) "
    "AND NOT EXISTS (SELECT 1 FROM memory_vectors WHERE memory = number AND model = :model) "
    "ORDER BY number DESC LIMIT :limit"
)
MEMORY_COUNT_VECTORS = (
    "SELECT model, dimensions, count(*) FROM memory_vectors GROUP BY model, dimensions "
    "ORDER BY model, dimensions"
)
MEMORY_COUNT_EMBEDDABLE = (
    "SELECT count(*) FROM memories WHERE state IN ('active', 'candidate', 'scratch') "
    "AND type IN (SELECT value FROM json_each(?))"
)
MEMORY_DELETE_VECTORS = "DELETE FROM memory_vectors WHERE model = ?"
MEMORY_DELETE_OTHER_VECTORS = "DELETE FROM memory_vectors WHERE model <> ?"
MEMORY_LATEST_SESSIONS = (
    "SELECT session FROM memories WHERE session IS NOT NULL AND session <> '' "
    "GROUP BY session ORDER BY max(created_at) DESC, session LIMIT ?"
)
MEMORY_UNIT_TIMES = (
    "SELECT min(created_at), max(created_at) FROM memories WHERE "
    "(scope IN ('work_unit', 'section') AND scope_ref = :unit) "
    "OR json_extract(provenance, '$.work_unit') = :unit "
    "OR json_extract(provenance, '$.task') = :unit"
)
MEMORY_NOTE_USE = (
    "UPDATE memories SET use_count = use_count + 1, "
    "last_used_at = max(coalesce(last_used_at, ''), ?) WHERE id = ?"
)
MEMORY_MOST_USED = "SELECT coalesce(max(use_count), 0) FROM memories"
MEMORY_SUBJECTS = (
    "SELECT memory, target, role FROM memory_anchors WHERE kind <> 'knowledge' "
    f"AND memory IN (SELECT number FROM memories WHERE {_memory_filters})"
)
MEMORY_SET_META = "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"
MEMORY_DELETE_META = "DELETE FROM meta WHERE key = ?"
MEMORY_COUNTS = "SELECT type, scope, state, count(*) FROM memories GROUP BY type, scope, state"
MEMORY_KNOWLEDGE = (
    "SELECT number FROM memories WHERE state IN ('scratch', 'candidate', 'active') "
    "AND (:category IS NULL OR lower(raw_type) = 'knowledge/' || :category) "
    "AND lower(raw_type) LIKE 'knowledge/%' AND json_type(details, '$.key') = 'text' "
    "AND (:key IS NULL OR json_extract(details, '$.key') = :key) "
    "ORDER BY lower(raw_type), json_extract(details, '$.key'), number"
)
MEMORY_OF_TASK = (
    "SELECT number FROM memories WHERE type IN ('dead_end', 'work_unit_outcome') "
    "AND state IN ('scratch', 'candidate', 'active') "
    "AND ((scope = 'work_unit' AND scope_ref = :task) "
    "OR json_extract(provenance, '$.task') = :task) ORDER BY created_at, number"
)
MEMORY_DERIVED_FROM = (
    "SELECT memories.id, episodes.value "
    "FROM memories, json_each(details, '$.episodes') AS episodes "
    "WHERE memories.type = 'work_unit_outcome' "
    "AND state IN ('scratch', 'candidate', 'active')"
)

# What was done for tasks: episodes, artifacts and changes of them.

_episode_columns = (
    "id, task_id, agent_id, action, approach, created_at, updated_at, outcome, duration_ms, "
    "tokens_in, tokens_out, task_title, session, files"
)
_episode_filters = (
    "(:task_id IS NULL OR task_id = :task_id) AND (:agent_id IS NULL OR agent_id = :agent_id) "
    "AND (:action IS NULL OR action = :action) AND (:session IS NULL OR session = :session) "
    "AND (:after IS NULL OR created_at >= :after) AND (:before IS NULL OR created_at < :before)"
)
MEMORY_INSERT_EPISODE = (
    f"INSERT INTO episodes ({_episode_columns}) VALUES (:id, :task_id, :agent_id, :action, "
    ":approach, :created_at, :updated_at, :outcome, :duration_ms, :tokens_in, :tokens_out, "
    ":task_title, :session, :files)"
)
MEMORY_UPDATE_EPISODE = (
    "UPDATE episodes SET task_id = :task_id, agent_id = :agent_id, action = :action, "
    "approach = :approach, created_at = :created_at, updated_at = :updated_at, "
    "outcome = :outcome, duration_ms = :duration_ms, tokens_in = :tokens_in, "
    "tokens_out = :tokens_out, task_title = :task_title, session = :session, files = :files "
    "WHERE id = :id"
)
MEMORY_DELETE_EPISODE = "DELETE FROM episodes WHERE id = ?"
MEMORY_SELECT_EPISODE = f"SELECT {_episode_columns} FROM episodes WHERE id = ?"
MEMORY_EPISODE_NUMBER = "SELECT number FROM episodes WHERE id = ?"
MEMORY_EPISODE_IDS_ENDING = (
    "SELECT id FROM episodes WHERE substr(id, -length(:ending)) = :ending ORDER BY id LIMIT 5"
)
MEMORY_FIND_EPISODES = (
    f"SELECT {_episode_columns} FROM episodes WHERE {_episode_filters} "
    "ORDER BY created_at DESC, number DESC LIMIT :limit"
)
MEMORY_COUNT_EPISODES = f"SELECT count(*) FROM episodes WHERE {_episode_filters}"
MEMORY_EPISODES_OF_TASK = (
    f"SELECT {_episode_columns} FROM episodes WHERE task_id = ? ORDER BY created_at, number"
)
MEMORY_COMPLETIONS = (
    "SELECT task_id, count(*), max(created_at) FROM episodes WHERE action = 'completed' "
    "GROUP BY task_id"
)
MEMORY_EPISODE_AGES = "SELECT id, task_id, created_at FROM episodes ORDER BY created_at, number"
MEMORY_INSERT_EPISODE_WORD = "INSERT INTO episode_words (word, episode) VALUES (?, ?)"
MEMORY_DELETE_EPISODE_WORDS = "DELETE FROM episode_words WHERE episode = ?"
MEMORY_EPISODE_WORD_COUNTS = (
    "SELECT word, count(*) FROM json_each(?) CROSS JOIN episode_words "
    "ON episode_words.word = json_each.value GROUP BY word"
)
# Which of some words the episodes of a task have, taken together.
MEMORY_TASK_WORDS = (
    "SELECT DISTINCT task_id, word FROM json_each(?) CROSS JOIN episode_words "
    "ON episode_words.word = json_each.value "
    "CROSS JOIN episodes ON episodes.number = episode_words.episode"
)
_artifact_columns = (
    "id, task_id, agent_id, type, path, size_bytes, checksum, created_at, description"
)
_artifact_filters = (
    "(:task_id IS NULL OR task_id = :task_id) AND (:agent_id IS NULL OR agent_id = :agent_id) "
    "AND (:type IS NULL OR type = :type) AND (:path IS NULL OR path = :path)"
)
MEMORY_INSERT_ARTIFACT = (
    f"INSERT INTO artifacts ({_artifact_columns}) VALUES (:id, :task_id, :agent_id, :type, :path, "
    ":size_bytes, :checksum, :created_at, :description)"
)
MEMORY_DELETE_ARTIFACT = "DELETE FROM artifacts WHERE id = ?"
MEMORY_SELECT_ARTIFACT = f"SELECT {_artifact_columns} FROM artifacts WHERE id = ?"
MEMORY_ARTIFACT_IDS_ENDING = (
    "SELECT id FROM artifacts WHERE substr(id, -length(:ending)) = :ending ORDER BY id LIMIT 5"
)
MEMORY_FIND_ARTIFACTS = (
    f"SELECT {_artifact_columns} FROM artifacts WHERE {_artifact_filters} "
    "ORDER BY created_at DESC, number DESC LIMIT :limit"
)
MEMORY_COUNT_ARTIFACTS = f"SELECT count(*) FROM artifacts WHERE {_artifact_filters}"
_work_event_columns = "id, record, record_id, at, action, actor, role, reason, before, after"
MEMORY_INSERT_WORK_EVENT = (
    f"INSERT INTO work_events ({_work_event_columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
MEMORY_WORK_EVENTS = f"SELECT {_work_event_columns} FROM work_events ORDER BY at, number"
MEMORY_WORK_EVENTS_OF = (
    f"SELECT {_work_event_columns} FROM work_events WHERE record_id = ? ORDER BY at, number"
)
MEMORY_WORK_EVENTS_SINCE = (
    f"SELECT {_work_event_columns} FROM work_events WHERE number > ? ORDER BY number"
)
MEMORY_WORK_EVENT_AT = f"SELECT {_work_event_columns} FROM work_events WHERE number = ?"
MEMORY_LAST_WORK_EVENT = "SELECT coalesce(max(number), 0) FROM work_events"
MEMORY_HAS_WORK_EVENT = "SELECT 1 FROM work_events WHERE id = ?"

# What an edit reaches: see impact/.

SELECT_FILE_AND_STATUS = "SELECT id, status FROM files WHERE path = ?"
SELECT_LINES_OF_FILE = "SELECT lines FROM files WHERE path = ?"
SELECT_SYMBOL = (
    "SELECT nodes.id, nodes.kind, nodes.line FROM files JOIN nodes ON nodes.file_id = files.id "
    "WHERE files.path = ? AND nodes.label = ?"
)
SELECT_SYMBOL_AT_LINE = (
    "SELECT nodes.id, nodes.label, nodes.kind, nodes.line FROM files "
    "JOIN nodes ON nodes.file_id = files.id WHERE files.path = ? AND nodes.label <> '' "
    "AND nodes.kind IN (2, 4, 5, 6, 7) AND nodes.line <= ? AND nodes.end_line >= ? "
    "ORDER BY nodes.line DESC, nodes.end_line, length(nodes.label) DESC LIMIT 1"
)
SELECT_IMPLEMENTATIONS = (
    "SELECT one.metadata, other.id, other.label, other.kind, other.line, other.metadata "
    "FROM nodes AS one JOIN nodes AS other ON other.file_id = one.file_id "
    "AND other.name = one.name AND other.kind = 4 AND other.line >= one.line "
    "WHERE one.id = ? AND instr(one.metadata, '\"overload\"') ORDER BY other.line, other.label"
)
SELECT_OVERRIDERS = (
    "SELECT above.file_id, above.label, above.metadata, "
    "nodes.id, files.path, nodes.label, nodes.line, edges.confidence "
    "FROM json_each(?) CROSS JOIN nodes AS above ON above.id = json_each.value AND above.kind = 4 "
    "JOIN edges ON edges.source = above.id AND edges.kind = 6 "
    "JOIN nodes ON nodes.id = edges.target JOIN files ON files.id = nodes.file_id "
    "ORDER BY files.path, nodes.line, nodes.label"
)
SELECT_OVERRIDDEN_METHODS = (
    "SELECT nodes.id, files.path, nodes.label, nodes.line "
    "FROM json_each(?) CROSS JOIN edges ON edges.target = json_each.value AND edges.kind = 6 "
    "JOIN nodes ON nodes.id = edges.source AND nodes.kind = 4 "
    "JOIN files ON files.id = nodes.file_id ORDER BY files.path, nodes.line, nodes.label"
)
SELECT_METHODS = (
    "SELECT file_id, label, name FROM nodes WHERE id IN (SELECT value FROM json_each(?)) "
    "AND kind = 4 AND instr(label, '.')"
)
SELECT_LABELED = "SELECT id, kind, signature FROM nodes WHERE file_id = ? AND label = ?"
SELECT_METHODS_OF_CLASS = (
    "SELECT name, metadata FROM nodes WHERE file_id = ?1 AND kind = 4 "
    "AND label > ?2 || '.' AND label < ?2 || '/' AND instr(substr(label, length(?2) + 2), '.') = 0"
)
SELECT_METHODS_NAMED = (
    "SELECT nodes.id, nodes.file_id, files.path, nodes.label, nodes.line "
    "FROM nodes JOIN files ON files.id = nodes.file_id "
    "WHERE nodes.name = ? AND nodes.kind = 4 AND instr(nodes.label, '.') "
    "ORDER BY files.path, nodes.line, nodes.label"
)
SELECT_BASE_CLASSES = (
    "SELECT nodes.id, nodes.file_id, nodes.label FROM edges JOIN nodes ON nodes.id = edges.target "
    "WHERE edges.source = ? AND edges.kind IN (4, 5)"
)
SELECT_LINKS_INTO = (
    "SELECT target, source, kinds FROM json_each(?) CROSS JOIN file_links "
    "ON file_links.target = json_each.value"
)
SELECT_EDGES_INTO_NODES = (
    "SELECT target, source, kind, confidence FROM json_each(?) CROSS JOIN edges "
    "ON edges.target = json_each.value "
    "WHERE edges.kind NOT IN (2, 7, 14) AND edges.resolution < 2"
)
# What may run a piece of code, and what it lies in, with what has to be known of each of these.
_is_test = 'nodes.kind = 4 AND instr(nodes.metadata, \'"entry":"test"\') > 0'
_runs_when_read = (
    "(instr(nodes.metadata, '\"property\"') + instr(nodes.metadata, '\"fixture\"') > 0 "
    "OR (instr(nodes.metadata, '\"abstract\"') AND instr(nodes.metadata, '\"declaration\"')))"
)
_code = f"nodes.kind, nodes.file_id, nodes.name, {_is_test}, {_runs_when_read}"
# What requests a path runs what answers it.
_runs = (
    "(edges.kind IN (0, 1, 2, 4, 5, 6) OR (edges.kind = 11 AND edges.evidence GLOB 'requests *'))"
)
_run_kind = "iif(edges.kind = 11, 0, edges.kind)"
SELECT_RUNS = (
    f"SELECT edges.target, edges.source, {_run_kind}, edges.resolution, edges.confidence, {_code} "
    "FROM json_each(?) CROSS JOIN edges ON edges.target = json_each.value "
    f"AND {_runs} CROSS JOIN nodes ON nodes.id = edges.source"
)
COUNT_RUNS = (
    "SELECT count(*) FROM (SELECT 1 FROM json_each(?) CROSS JOIN edges "
    f"ON edges.target = json_each.value AND {_runs} LIMIT ?)"
)
# The index over targets has the sources, and is all that most edges are read from.
SELECT_RUNS_IN_FILES = (
    "WITH near AS MATERIALIZED (SELECT DISTINCT edges.target, edges.source "
    "FROM json_each(:targets) CROSS JOIN edges ON edges.target = json_each.value "
    f"AND {_runs} WHERE +edges.source IN (SELECT id FROM nodes "
    "WHERE file_id IN (SELECT value FROM json_each(:files)))) "
    f"SELECT edges.target, edges.source, {_run_kind}, edges.resolution, edges.confidence, {_code} "
    "FROM near CROSS JOIN edges ON edges.source = near.source AND edges.target = near.target "
    f"AND {_runs} CROSS JOIN nodes ON nodes.id = edges.source"
)
SELECT_LINKING_FILES = (
    "SELECT DISTINCT files.id, files.path FROM json_each(?) CROSS JOIN file_links "
    "ON file_links.target = json_each.value CROSS JOIN files ON files.id = file_links.source"
)
SELECT_CODE = f"SELECT nodes.id, {_code} FROM json_each(?) JOIN nodes ON nodes.id = json_each.value"
SELECT_TESTS_WITHIN = (
    f"SELECT edges.source, nodes.id, {_code} FROM json_each(?) CROSS JOIN edges "
    "ON edges.source = json_each.value AND edges.kind = 2 "
    f"CROSS JOIN nodes ON nodes.id = edges.target WHERE {_is_test}"
)
SELECT_CONTENTS = (
    f"SELECT nodes.id, {_code} FROM edges JOIN nodes ON nodes.id = edges.target "
    "WHERE edges.source = ? AND edges.kind = 2"
)
SELECT_CODE_OF_FILES = (
    f"SELECT nodes.id, {_code} FROM json_each(?) CROSS JOIN nodes "
    "ON nodes.file_id = json_each.value WHERE nodes.kind IN (4, 5, 6, 7)"
)
SELECT_ANY_TEST = f"SELECT 1 FROM nodes WHERE nodes.file_id = ? AND {_is_test} LIMIT 1"
SELECT_FILE_NODES = (
    f"SELECT nodes.id, {_code} FROM json_each(?) CROSS JOIN nodes "
    "ON nodes.file_id = json_each.value AND nodes.label = ''"
)
SELECT_NAMESAKES = (
    f"SELECT nodes.id, {_code} FROM nodes AS first JOIN nodes ON nodes.file_id = first.file_id "
    "AND nodes.label >= first.label || '#' AND nodes.label < first.label || '$' "
    "WHERE first.id = ?"
)
SELECT_VARIABLES_AROUND = (
    f"SELECT nodes.id, {_code} FROM edges JOIN nodes AS file ON file.id = edges.source "
    "JOIN nodes ON nodes.file_id = file.file_id AND nodes.kind = 7 "
    "AND edges.line BETWEEN nodes.line AND nodes.end_line "
    "WHERE edges.source = ? AND edges.kind = ? AND edges.target = ?"
)
SELECT_NODE_METADATA = "SELECT metadata FROM nodes WHERE id = ?"
SELECT_VARIABLES_NAMED = (
    f"SELECT nodes.id, {_code} FROM nodes WHERE nodes.name = ? AND nodes.kind = 7"
)
SELECT_IMPORTED_FILES = (
    "SELECT target.file_id FROM edges JOIN nodes AS target ON target.id = edges.target "
    "WHERE edges.source = ? AND edges.kind = 3"
)
SELECT_IMPORTERS = (
    f"SELECT DISTINCT nodes.id, {_code} FROM json_each(?) CROSS JOIN edges "
    "ON edges.target = json_each.value AND edges.kind IN (3, 7) "
    "CROSS JOIN nodes ON nodes.id = edges.source"
)
SELECT_PATHS_OF_FILES = (
    "SELECT files.id, files.path FROM json_each(?) CROSS JOIN files ON files.id = json_each.value"
)
SELECT_USES_BETWEEN_FILES = (
    "SELECT source.label, edges.line FROM nodes AS source "
    "CROSS JOIN edges ON edges.source = source.id WHERE source.file_id = ? "
    "AND edges.target IN (SELECT id FROM nodes WHERE file_id = ?) "
    "AND edges.kind NOT IN (2, 6, 14) AND edges.resolution < 2"
)
_starts = (
    "SELECT files.path, nodes.label, edges.evidence, outer.path FROM json_each(?) "
    "CROSS JOIN {nodes} CROSS JOIN edges ON edges.target = nodes.id AND edges.kind = 8 "
    "CROSS JOIN files ON files.id = nodes.file_id "
    "CROSS JOIN nodes AS source ON source.id = edges.source "
    "LEFT JOIN files AS outer ON outer.id = source.file_id "
    "ORDER BY files.path, nodes.label, edges.evidence, outer.path LIMIT ?"
)
SELECT_STARTS_OF_NODES = _starts.format(nodes="nodes ON nodes.id = json_each.value")
SELECT_STARTS_IN_FILES = _starts.format(nodes="nodes ON nodes.file_id = json_each.value")
SELECT_EVIDENCE_BETWEEN_FILES = (
    "SELECT edges.evidence, edges.line FROM nodes AS source "
    "CROSS JOIN edges ON edges.source = source.id WHERE source.file_id = ? "
    "AND edges.target IN (SELECT id FROM nodes WHERE file_id = ?) "
    "AND edges.evidence IS NOT NULL ORDER BY edges.line, edges.evidence"
)
SELECT_IMPORT_LINES = (
    "SELECT '', edges.line FROM nodes AS source CROSS JOIN edges ON edges.source = source.id "
    "AND edges.kind IN (3, 7) WHERE source.file_id = ? AND source.label = '' "
    "AND edges.target IN (SELECT id FROM nodes WHERE file_id = ?)"
)
SELECT_NODE_PLACES = (
    "SELECT nodes.id, files.path, nodes.label, nodes.kind, nodes.line FROM json_each(?) "
    "CROSS JOIN nodes ON nodes.id = json_each.value LEFT JOIN files ON files.id = nodes.file_id"
)
SELECT_EDGES_FROM_NODE = (
    "SELECT target, kind, line, resolution, confidence, evidence FROM edges "
    "WHERE source = ? AND kind NOT IN (2, 14) AND resolution < 2"
)
SELECT_POSSIBLE_EDGES = (
    "SELECT source, target, kind, line, resolution, confidence, evidence FROM json_each(?) "
    "CROSS JOIN edges ON edges.target = json_each.value "
    "WHERE edges.kind NOT IN (2, 7, 14) AND edges.resolution = 2"
)
SELECT_ACCOUNTED_SYMBOLS = (
    "SELECT nodes.id, files.path, nodes.label, nodes.name, files.id, nodes.metadata, "
    "nodes.kind = 4 "
    "FROM json_each(?) CROSS JOIN nodes ON nodes.id = json_each.value "
    "JOIN files ON files.id = nodes.file_id WHERE nodes.kind IN (4, 5, 6, 7) ORDER BY nodes.id"
)
SELECT_OFFERED_SYMBOLS = (
    "SELECT id FROM nodes WHERE file_id = ? AND kind IN (4, 5, 6, 7) AND instr(label, '.') = 0"
)
SELECT_IS_INTERFACE = "SELECT 1 FROM nodes WHERE file_id = ? AND label = ? AND kind = 6"
SELECT_OVERRIDDEN_SYMBOLS = (
    "SELECT files.path, nodes.label FROM json_each(?) CROSS JOIN edges "
    "ON edges.target = json_each.value AND edges.kind = 6 "
    "JOIN nodes ON nodes.id = edges.source JOIN files ON files.id = nodes.file_id"
)
SELECT_OVERRIDING_SYMBOLS = (
    "SELECT files.path, nodes.label FROM json_each(?) CROSS JOIN edges "
    "ON edges.source = json_each.value AND edges.kind = 6 "
    "JOIN nodes ON nodes.id = edges.target JOIN files ON files.id = nodes.file_id"
)
SELECT_LINES_OF_NAME = (
    "SELECT files.path, nodes.file_id, nodes.line, nodes.end_line FROM nodes "
    "JOIN files ON files.id = nodes.file_id WHERE nodes.name = ? "
    "AND nodes.kind IN (4, 5, 6, 7) AND nodes.line IS NOT NULL ORDER BY nodes.line"
)
SELECT_ACCOUNTED_FILES = (
    "SELECT files.id, files.language, files.status, files.reason, files.content_hash, "
    "name_places.data FROM json_each(?) LEFT JOIN files ON files.path = json_each.value "
    "LEFT JOIN name_places ON name_places.file_id = files.id"
)
SELECT_EDGE_LINES = (
    "SELECT files.path, edges.line, edges.evidence "
    "FROM json_each(?) CROSS JOIN edges ON edges.target = json_each.value "
    "JOIN nodes ON nodes.id = edges.source JOIN files ON files.id = nodes.file_id "
    "WHERE edges.kind NOT IN (2, 6, 7, 14) AND edges.resolution <> 2 AND edges.line IS NOT NULL"
)
SELECT_OWNERS_OF_FILE = (
    "SELECT json_group_array(line), json_group_array(-coalesce(end_line, line)), "
    "json_group_array(id), json_group_array(label) FROM nodes WHERE file_id = ? "
    "AND kind IN (4, 5, 6) AND line IS NOT NULL"
)
SELECT_FILES_NEAR = (
    "SELECT DISTINCT source FROM json_each(?) CROSS JOIN file_links "
    "ON file_links.target = json_each.value"
)
SELECT_ALL_PATHS = "SELECT path FROM files ORDER BY path"
SELECT_UNREAD_PATHS = (
    "SELECT status, path, reason FROM files WHERE status <> 'parsed' "
    "AND path IN (SELECT value FROM json_each(?)) ORDER BY path"
)
SELECT_UNREAD_NUMBERS = (
    "SELECT status, path, reason FROM files WHERE status IN ('partial', 'failed', 'skipped') "
    "AND id IN (SELECT value FROM json_each(?)) ORDER BY path"
)
COUNT_UNREAD_FILES = (
    "SELECT status, count(*) FROM files WHERE status IN ('partial', 'failed', 'skipped') "
    "GROUP BY status ORDER BY status"
)
# A step goes from a file or symbol to another; a label that is NULL stands for the whole file.
SELECT_EDGES_OF_STEP = (
    "SELECT source.label, target_file.path, target.label, edges.kind, edges.line, "
    "edges.resolution, edges.evidence FROM files "
    "CROSS JOIN nodes AS source ON source.file_id = files.id "
    "CROSS JOIN edges ON edges.source = source.id CROSS JOIN nodes AS target "
    "ON target.id = edges.target LEFT JOIN files AS target_file ON target_file.id = target.file_id "
    "WHERE files.path = :source_path AND (:source_label IS NULL OR source.label = :source_label) "
    "AND ((target_file.path = :target_path "
    "AND (:target_label IS NULL OR target.label = :target_label)) "
    "OR (target_file.path IS NULL AND target.label = :outside)) "
    "AND edges.kind NOT IN (2, 14) AND edges.resolution < 2"
)
SELECT_TRACED = "SELECT signature FROM nodes WHERE id = ?"
SELECT_PATH_OF_NODE = (
    "SELECT files.path FROM nodes JOIN files ON files.id = nodes.file_id WHERE nodes.id = ?"
)
SELECT_CALLED = (
    "SELECT nodes.name, nodes.kind, files.path, nodes.label, nodes.metadata FROM nodes "
    "JOIN files ON files.id = nodes.file_id WHERE nodes.id = ?"
)
SELECT_METADATA = (
    "SELECT nodes.metadata FROM files JOIN nodes ON nodes.file_id = files.id "
    "WHERE files.path = ? AND nodes.label = ?"
)
SELECT_FACTS_KEY = (
    "SELECT content_hash, language FROM files WHERE path = ? "
    "AND status IN ('parsed', 'partial') AND EXISTS (SELECT 1 FROM facts "
    "WHERE facts.content_hash = files.content_hash AND facts.language = files.language)"
)
_called_nodes = (
    "other.id, files.path, other.label, edges.line, edges.resolution FROM edges "
    "JOIN nodes AS other ON other.id = edges.{end} JOIN files ON files.id = other.file_id "
    "WHERE edges.{start} = ? AND edges.kind = 0 AND edges.resolution < 2 "
    "AND edges.{end} <> edges.{start} "
    "ORDER BY edges.resolution, files.path, edges.line, other.label"
)
SELECT_CALLERS = "SELECT " + _called_nodes.format(start="target", end="source")
SELECT_CALLEES = "SELECT " + _called_nodes.format(start="source", end="target")
_count_calls = (
    "SELECT count(*) FROM edges JOIN nodes ON nodes.id = edges.{end} WHERE edges.{start} = ? "
    "AND edges.kind = 0 AND edges.resolution < 2 AND edges.{end} <> edges.{start} "
    "AND nodes.file_id IS NOT NULL"
)
COUNT_CALLERS = _count_calls.format(start="target", end="source")
COUNT_CALLEES = _count_calls.format(start="source", end="target")
COUNT_TOUCHES = (
    "SELECT path, count(*) FROM history_touches "
    "JOIN history_paths ON history_paths.id = history_touches.path_id GROUP BY path_id"
)
COUNT_WARNINGS = (
    "SELECT path, count(DISTINCT memory_places.memory) FROM memory_places "
    "JOIN memory_verdicts ON memory_verdicts.memory = memory_places.memory "
    "WHERE role = 'subject' AND found AND path <> '' "
    "AND verdict NOT IN ('gone', 'claim_false', 'signature_changed') GROUP BY path"
)
SELECT_ALL_FILE_DEPENDENTS = "SELECT file_id, levels FROM file_dependents"
SELECT_BUSY_SYMBOLS = (
    "SELECT files.path, nodes.label, nodes.kind, found.count FROM "
    "(SELECT target, count(*) AS count, sum(kind <> 1) AS running FROM edges "
    "WHERE kind IN (0, 1, 4, 5) AND resolution < 2 GROUP BY target) AS found "
    "JOIN nodes ON nodes.id = found.target JOIN files ON files.id = nodes.file_id "
    "WHERE nodes.label <> '' ORDER BY found.count DESC, found.running DESC, files.path, nodes.label"
)
# What nothing uses: see impact/queries/unused.py. Variables count where they belong to a module.
SELECT_DEFINITIONS = (
    "SELECT nodes.id, nodes.file_id, files.path, files.status, nodes.label, nodes.name, "
    "nodes.kind, nodes.line, nodes.end_line, files.language, nodes.signature, nodes.metadata "
    "FROM nodes JOIN files ON files.id = nodes.file_id WHERE nodes.label <> '' "
    "AND (nodes.kind IN (4, 5, 6) OR nodes.kind = 7 AND instr(nodes.label, '.') = 0)"
)
SELECT_USES_OF_DEFINITIONS = (
    "SELECT edges.target, edges.kind, edges.resolution, edges.source, nodes.file_id, nodes.label "
    "FROM edges JOIN nodes ON nodes.id = edges.source WHERE edges.kind NOT IN (2, 3, 14)"
)
SUM_MISSED_CALLS = "SELECT name, sum(calls) FROM missed_calls GROUP BY name"
SELECT_IMPORTED_NAMES = "SELECT metadata FROM nodes WHERE kind = 3"
SELECT_BASES = "SELECT source, target FROM edges WHERE kind IN (4, 5)"
SELECT_NAMED = (
    "SELECT nodes.id, files.path, nodes.label, nodes.kind, nodes.line FROM nodes "
    "JOIN files ON files.id = nodes.file_id WHERE nodes.name = ? AND nodes.label <> '' "
    "AND nodes.kind IN (2, 4, 5, 6, 7) ORDER BY files.path, nodes.line, nodes.label"
)

# How memories stand to the code: see memory/freshness/.

SELECT_FILE_STATUS = "SELECT status FROM files WHERE path = ?"
# Calls, references, bases and interfaces, to functions, classes and interfaces elsewhere.
SELECT_DIRECT_USES = (
    "SELECT DISTINCT used_file.path, used.label FROM files "
    "CROSS JOIN nodes AS own ON own.file_id = files.id "
    "CROSS JOIN edges ON edges.source = own.id CROSS JOIN nodes AS used ON used.id = edges.target "
    "CROSS JOIN files AS used_file ON used_file.id = used.file_id WHERE files.path = :path "
    "AND (:whole OR own.label = :label OR (own.label >= :first AND own.label < :end)) "
    "AND edges.kind IN (0, 1, 4, 5) AND edges.resolution < 2 AND used.kind IN (4, 5, 6) "
    "AND NOT (used.file_id = own.file_id "
    "AND (:whole OR used.label = :label OR (used.label >= :first AND used.label < :end))) "
    "ORDER BY used_file.path, used.label LIMIT :limit"
)
SELECT_NODES_LIKE = (
    "SELECT signature_fingerprint, body_fingerprint, files.path, nodes.label FROM nodes "
    "JOIN files ON files.id = nodes.file_id "
    "WHERE nodes.body_fingerprint IN (SELECT value FROM json_each(?)) "
    "ORDER BY files.path, nodes.label"
)
# Edges of one kind between two places; a place is a node and everything in it.
_place_edges = (
    "source_file.path, source.label, target_file.path, target.label, edges.line, "
    "edges.resolution FROM edges JOIN nodes AS source ON source.id = edges.source "
    "JOIN nodes AS target ON target.id = edges.target "
    "LEFT JOIN files AS source_file ON source_file.id = source.file_id "
    "LEFT JOIN files AS target_file ON target_file.id = target.file_id WHERE edges.kind = :kind "
)
SELECT_EDGES_BETWEEN = (
    f"SELECT {_place_edges} AND edges.source IN (SELECT value FROM json_each(:sources)) "
    "AND edges.target IN (SELECT value FROM json_each(:targets)) "
    "ORDER BY edges.resolution, source_file.path, edges.line, source.label LIMIT :limit"
)
SELECT_EDGES_INTO = (
    f"SELECT {_place_edges} AND edges.target IN (SELECT value FROM json_each(:targets)) "
    "AND edges.source NOT IN (SELECT value FROM json_each(:targets)) "
    "ORDER BY edges.resolution, source_file.path, edges.line, source.label LIMIT :limit"
)
SELECT_NODES_AT = (
    "SELECT nodes.id FROM files JOIN nodes ON nodes.file_id = files.id WHERE files.path = :path "
    "AND (:whole OR nodes.label = :label OR (nodes.label >= :first AND nodes.label < :end))"
)
SELECT_NODES_BELOW = (
    "SELECT nodes.id FROM files JOIN nodes ON nodes.file_id = files.id "
    "WHERE files.path >= ? AND files.path < ?"
)
SELECT_OVERRIDDEN = "SELECT source FROM edges WHERE kind = 6 AND target = ?"
SELECT_MEMORY_PROGRESS = "SELECT key, value FROM memory_progress"
SET_MEMORY_PROGRESS = "INSERT OR REPLACE INTO memory_progress (key, value) VALUES (?, ?)"
DELETE_MEMORY_PROGRESS = "DELETE FROM memory_progress WHERE key = ?"
SELECT_SUBJECT_PLACES = "SELECT DISTINCT target FROM memory_places WHERE role = 'subject'"
SELECT_PLACES = (
    "SELECT memory, role, written, target, found FROM memory_places "
    "WHERE memory IN (SELECT value FROM json_each(?)) ORDER BY memory, position"
)
SELECT_MOVED_PLACES = (
    "SELECT DISTINCT written, target FROM memory_places WHERE found AND written <> target"
)
INSERT_PLACE = (
    "INSERT INTO memory_places (memory, position, role, written, target, path, found) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)
DELETE_PLACES = "DELETE FROM memory_places WHERE memory = ?"
SELECT_MEMORIES_AT = (
    "SELECT DISTINCT memory FROM memory_places "
    "WHERE target = :about OR (target >= :first AND target < :end)"
)
SELECT_SUBJECTS_AT = (
    "SELECT memory, target FROM json_each(?) CROSS JOIN memory_places "
    "ON memory_places.target = json_each.value WHERE role = 'subject' AND found"
)
# A folder, a pattern and what is outside lie in no file: their path is empty.
SELECT_SUBJECTS_IN_FILES = (
    "SELECT memory, target FROM json_each(?) CROSS JOIN memory_places "
    "ON memory_places.path = json_each.value WHERE role = 'subject' AND found"
)
SELECT_SUBJECTS = (
    "SELECT memory, target FROM memory_places WHERE path <> '' AND role = 'subject' AND found"
)
SELECT_WIDE_SUBJECTS = (
    "SELECT memory, target FROM memory_places WHERE path = '' AND role = 'subject' AND found"
)
SELECT_PLACED_MEMORIES = "SELECT DISTINCT memory FROM memory_places"
SELECT_VERDICTS = (
    "SELECT memory, basis, verdict, checked_at, report, swept FROM memory_verdicts "
    "WHERE memory IN (SELECT value FROM json_each(?))"
)
SELECT_VERDICT_WORDS_OF = (
    "SELECT memory, verdict FROM memory_verdicts WHERE memory IN (SELECT value FROM json_each(?))"
)
SELECT_VERDICT_WORDS = (
    "SELECT memory, verdict FROM memory_verdicts WHERE verdict NOT IN ('fresh', 'unanchored')"
)
SELECT_ALL_VERDICTS = (
    "SELECT memory, basis, verdict, checked_at, report, swept FROM memory_verdicts"
)
INSERT_VERDICT = (
    "INSERT OR REPLACE INTO memory_verdicts (memory, basis, verdict, checked_at, report, swept) "
    "VALUES (?, ?, ?, ?, ?, ?)"
)
DELETE_VERDICT = "DELETE FROM memory_verdicts WHERE memory = ?"
SELECT_WATCHING = (
    "SELECT DISTINCT memory FROM json_each(?) CROSS JOIN memory_watches "
    "ON memory_watches.node = json_each.value"
)
HAS_WATCHES = "SELECT EXISTS (SELECT 1 FROM memory_watches)"
INSERT_WATCH = "INSERT OR IGNORE INTO memory_watches (node, memory) VALUES (?, ?)"
DELETE_WATCHES = "DELETE FROM memory_watches WHERE memory = ?"
SELECT_REACHED = "SELECT commit_id, reached FROM memory_commits"
INSERT_REACHED = "INSERT INTO memory_commits (commit_id, reached) VALUES (?, ?)"
DELETE_REACHED = "DELETE FROM memory_commits"

# The closure. A dependency is an edge of any kind but `contains` and `co_changes`, and one whose
# target is certain enough: see graph/model.py and codes.py.

_dependency = "edges.kind NOT IN (2, 14) AND edges.resolution < 2"
_ambiguous = "edges.kind NOT IN (2, 14) AND edges.resolution = 2"
# That a file offers a name is no use of it: see NODE_LINK_KINDS in closure/direction.py.
_between_nodes = f"{_dependency} AND edges.kind <> 7"
# That a method may run an override ties symbols, not files: every base would depend on its tests.
_not_dispatch = "edges.kind <> 6"
_between_files = (
    "SELECT source.file_id, target.file_id, edges.kind, edges.resolution FROM nodes AS source "
    "JOIN edges ON edges.source = source.id JOIN nodes AS target ON target.id = edges.target "
    f"WHERE source.file_id <> target.file_id AND {_dependency} AND {_not_dispatch}"
)

SELECT_EDGES_BETWEEN_FILES = _between_files
SELECT_EDGES_OUT_OF_FILE = f"{_between_files} AND source.file_id = ?"

# What ties files to a target; see impact/ranking/candidates.py.
SELECT_LINKED_FROM = (
    "SELECT files.path, file_links.kinds FROM file_links "
    "JOIN files ON files.id = file_links.target WHERE file_links.source = ?"
)
SELECT_LINKED_INTO = (
    "SELECT files.path, file_links.kinds FROM file_links "
    "JOIN files ON files.id = file_links.source WHERE file_links.target = ?"
)
SELECT_NUMBERS_OF_FILES = (
    "SELECT DISTINCT files.id, files.path FROM json_each(?) "
    "CROSS JOIN files ON files.path = json_each.value"
)
SELECT_ORDERED_FILES = "SELECT id, path FROM files ORDER BY path"
SELECT_FILES_CHANGED_LAST = (
    "SELECT files.id FROM json_each(?) CROSS JOIN files ON files.id = json_each.value "
    "LEFT JOIN history_paths ON history_paths.path = files.path "
    "ORDER BY (SELECT max(commit_id) FROM history_touches WHERE path_id = history_paths.id) DESC, "
    "files.path LIMIT ?"
)
SELECT_FILES_NAMED_LIKE = "SELECT path FROM files WHERE path LIKE ?"

SELECT_FILE_LINKS = "SELECT source, target, kinds FROM file_links"
SELECT_FILE_PAIRS = "SELECT source, target FROM file_links"
SELECT_FILE_LINKS_FROM = "SELECT target, kinds FROM file_links WHERE source = ?"
SELECT_FILE_LINKS_TO = "SELECT source, kinds FROM file_links WHERE target = ?"
INSERT_FILE_LINK = "INSERT OR REPLACE INTO file_links (source, target, kinds) VALUES (?, ?, ?)"
DELETE_FILE_LINK = "DELETE FROM file_links WHERE source = ? AND target = ?"
DELETE_FILE_LINKS = "DELETE FROM file_links"
COUNT_LINKED_FILES = "SELECT count(*) FROM (SELECT DISTINCT source FROM file_links LIMIT ?)"

SELECT_LINKS_INTO_FILES = (
    "SELECT target, kinds, source FROM file_links INDEXED BY file_links_by_target "
    "WHERE target >= ? AND target < ?"
)
SELECT_LINKS_FROM_FILES = "SELECT source, target FROM file_links WHERE source >= ? AND source < ?"
SELECT_LINK_BLOCK = "SELECT links FROM link_blocks WHERE side = ? AND block = ?"
INSERT_LINK_BLOCK = "INSERT OR REPLACE INTO link_blocks (side, block, links) VALUES (?, ?, ?)"
DELETE_LINK_BLOCK = "DELETE FROM link_blocks WHERE side = ? AND block = ?"
DELETE_LINK_BLOCKS = "DELETE FROM link_blocks"
HAS_LINK_BLOCKS = "SELECT EXISTS (SELECT 1 FROM link_blocks)"

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
SELECT_KIND_AT = (
    "SELECT nodes.kind FROM files CROSS JOIN nodes ON nodes.file_id = files.id "
    "WHERE files.path = ? AND nodes.label = ?"
)
# Ids are handed over as a JSON list of paths and labels; each comes back as its place in the list.
SELECT_NODES_CALLED = (
    "SELECT wanted.key, files.id, nodes.id FROM json_each(?) AS wanted "
    "CROSS JOIN files ON files.path = json_extract(wanted.value, '$[0]') "
    "CROSS JOIN nodes ON nodes.file_id = files.id "
    "AND nodes.label = json_extract(wanted.value, '$[1]')"
)
SELECT_NODES_IN_FILES = (
    "SELECT nodes.id FROM json_each(?) CROSS JOIN nodes ON nodes.file_id = json_each.value"
)
SELECT_FILE_NODES_BELOW = (
    "SELECT nodes.id FROM files JOIN nodes ON nodes.file_id = files.id AND nodes.label = '' "
    "WHERE path >= ? AND path < ?"
)
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
SELECT_DEPENDENTS_BETWEEN = (
    "SELECT target, source FROM edges INDEXED BY edges_by_target "
    f"WHERE target >= ? AND target < ? AND {_between_nodes}"
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
    f"WHERE source.file_id <> target.file_id AND {_ambiguous} AND {_not_dispatch}"
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
SELECT_NAMES_BY_LENGTH = (
    "SELECT DISTINCT name FROM nodes WHERE length(name) BETWEEN ? AND ? LIMIT 20000"
)
