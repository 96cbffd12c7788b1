"""Ingestion of a transcript: reads it and writes its signals through the gate."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import IO

from ripplegraph.capture.authority import Narrator
from ripplegraph.capture.line_reader import Line, read_lines
from ripplegraph.capture.read_positions import Position, Positions
from ripplegraph.capture.report import IngestReport, Offer
from ripplegraph.capture.service import CaptureService
from ripplegraph.capture.signal_counts import SignalCounts
from ripplegraph.capture.signal_extraction import SignalExtractor
from ripplegraph.capture.transcript_reader import EntryReader, PlainReader, Reader
from ripplegraph.capture.transcripts.detection import FORMATS, SAMPLE, UNKNOWN, detect_format
from ripplegraph.errors import RippleError, UsageError
from ripplegraph.git.repository import find_repository
from ripplegraph.memory.writing.drafts import Head

Progress = Callable[[str, int, int], None]

BATCH = 200
"""How many signals are written in one transaction."""
_SAMPLE_BYTES = 1_000_000
_STRIDE = 1_000
"""After how many lines progress is told."""


@dataclass(frozen=True)
class Ingestion:
    """The ingestion of transcripts into one project."""

    service: CaptureService
    positions: Positions
    narrator: Narrator
    head: Head
    root: Path
    shared: Path | None = None
    """The git folder that all worktrees of the project share."""
    takes_suggestions: bool = False
    dry_run: bool = False
    on_progress: Progress | None = None

    def run(self, stream: IO[bytes], *, name: str, path: Path | None) -> IngestReport:
        """Take in a transcript; one that lies in a file is read on from where it was left."""
        counts = SignalCounts()
        extractor = SignalExtractor(
            self.narrator,
            registry=self.service.registry,
            head=self.head,
            takes_suggestions=self.takes_suggestions,
            counts=counts,
        )
        file = None if self.dry_run else path
        course = _TranscriptPass(self, stream, file, extractor)
        course.run()
        self._notice_folder(extractor, counts)
        return counts.build_report(
            transcript=name,
            form=course.reader.name,
            session=extractor.session_id,
            lines=(course.first, course.last),
            dry_run=self.dry_run,
        )

    def offer(self, offers: Sequence[Offer], counts: SignalCounts) -> None:
        """Write offers through the gate, or in a dry run only check them."""
        if offers:
            counts.add(self.service.try_out(offers) if self.dry_run else self.service.take(offers))

    def describe_options(self) -> str:
        """Describe the options of a position: with others, a transcript is read anew."""
        return json.dumps([asdict(self.narrator), self.takes_suggestions])

    def _notice_folder(self, extractor: SignalExtractor, counts: SignalCounts) -> None:
        folder = extractor.session.folder
        if folder and not _belongs(folder, self.root, self.shared):
            counts.notices.append(f"The session was in {folder}, which is not in this project.")


class _TranscriptPass:
    """One way through a transcript."""

    def __init__(
        self, ingestion: Ingestion, stream: IO[bytes], file: Path | None, extractor: SignalExtractor
    ) -> None:
        self._ingestion = ingestion
        self._stream = stream
        self._file = file
        self._extractor = extractor
        start = self._find_start()
        self.last = start.line if start else 0
        self.first = self.last + 1
        self._rest = (start.offset, start.line) if start else (0, 0)
        lines = read_lines(stream, number=self.last, offset=start.offset if start else 0)
        self._lines: Iterable[Line] = lines
        if start:
            self.reader = self._build_reader(start.format)
        else:
            sample = _take_sample(lines)
            self._lines = chain(sample, lines)
            self.reader = self._build_reader(_name_format(sample))

    def run(self) -> None:
        pending: list[Offer] = []
        for line in self._lines:
            pending.extend(self.reader.read(line))
            self.last = line.number
            if line.is_ended and self.reader.at_rest:
                self._rest = (line.end, line.number)
            if len(pending) >= BATCH:
                self._write(pending)
                pending = []
            self._tell(line)
        pending.extend(self.reader.finish())
        self._write(pending)

    def _write(self, pending: Sequence[Offer]) -> None:
        """Write what was found, and only then that it was read."""
        for start in range(0, len(pending), BATCH):
            self._ingestion.offer(pending[start : start + BATCH], self._extractor.counts)
        offset, number = self._rest
        if self._file is not None and offset:
            state = self._extractor.to_plain()
            position = Position(offset, number, self.reader.name, state)
            options = self._ingestion.describe_options()
            self._ingestion.positions.keep(self._file, self._stream, position, options)

    def _find_start(self) -> Position | None:
        if self._file is None:
            return None
        options = self._ingestion.describe_options()
        found = self._ingestion.positions.find(self._file, self._stream, options)
        try:
            if found is not None:
                self._extractor.restore(found.state)
        except (KeyError, TypeError, AttributeError):
            self._stream.seek(0)
            return None
        return found

    def _build_reader(self, name: str) -> Reader:
        for form in FORMATS:
            if form.name == name:
                return EntryReader(form, self._extractor)
        if name == UNKNOWN:
            notice = "These are JSON lines of no known form; nothing in them is read."
            self._extractor.counts.notices.append(notice)
        return PlainReader(self._extractor, after=self.last, name=name)

    def _tell(self, line: Line) -> None:
        if self._ingestion.on_progress and line.number % _STRIDE == 0:
            size = self._file.stat().st_size if self._file else line.end
            self._ingestion.on_progress("ingest", line.end, size)


def _take_sample(lines: Iterator[Line]) -> list[Line]:
    """Read the first lines: a few, and not more than fits."""
    sample: list[Line] = []
    size = 0
    for line in lines:
        sample.append(line)
        size += line.size
        if len(sample) >= SAMPLE or size >= _SAMPLE_BYTES:
            break
    return sample


def _name_format(sample: Sequence[Line]) -> str:
    if sample and sample[0].content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UsageError(
            "The transcript is not in UTF-8 but in UTF-16.", hint="Convert it with `iconv`."
        )
    found = detect_format(sample)
    return found if isinstance(found, str) else found.name


def _belongs(folder: str, root: Path, shared: Path | None) -> bool:
    """Tell whether a folder is in a project or, while it is there, in a worktree of it."""
    try:
        path = Path(folder).resolve()
        if path == root or root in path.parents:
            return True
        found = find_repository(path) if path.is_dir() else None
    except (OSError, ValueError, RuntimeError, RippleError):
        return False
    return found is not None and found.common_dir == shared
