"""The operations on what agents said in their sessions."""

from pathlib import Path
from typing import IO, TYPE_CHECKING

from ripplegraph.app.noticing import Noticing
from ripplegraph.app.operations import operation
from ripplegraph.app.scanning import Progress
from ripplegraph.errors import UsageError
from ripplegraph.store.database import FOLDER

if TYPE_CHECKING:
    from ripplegraph.capture.authority import Narrator
    from ripplegraph.capture.ingesting import Ingestion
    from ripplegraph.capture.report import IngestReport


class Capturing(Noticing):
    """Takes in what agents say to be remembered."""

    @operation(cli="ingest")
    def ingest(
        self,
        transcript: Path | IO[bytes],
        *,
        narrator: "Narrator | None" = None,
        dry_run: bool = False,
        on_progress: Progress | None = None,
    ) -> "IngestReport":
        """Take in the signals of a transcript; the same one again changes nothing."""
        ingestion = self._build_ingestion(narrator, dry_run=dry_run, on_progress=on_progress)
        if not isinstance(transcript, Path):
            return ingestion.run(transcript, name="standard input", path=None)
        try:
            with transcript.open("rb") as stream:
                path = transcript if transcript.is_file() else None
                return ingestion.run(stream, name=str(transcript), path=path)
        except OSError as error:
            raise UsageError(
                f"{transcript} cannot be read: {error.strerror}.",
                hint="Name a file that you may read, or `-` for standard input.",
            ) from error

    def _build_ingestion(
        self, narrator: "Narrator | None", *, dry_run: bool, on_progress: Progress | None
    ) -> "Ingestion":
        from ripplegraph.capture.authority import Narrator
        from ripplegraph.capture.desk import IntakeDesk
        from ripplegraph.capture.ingesting import Ingestion
        from ripplegraph.capture.positions import Positions

        return Ingestion(
            desk=self._build_desk(IntakeDesk),
            positions=Positions(self.root / FOLDER),
            narrator=narrator or Narrator(),
            head=self._read_head(),
            root=self.root,
            shared=self.repository.common_dir if self.repository else None,
            takes_suggestions=self.config.capture.suggestions == "take",
            dry_run=dry_run,
            on_progress=on_progress,
        )
