"""Worker processes that read files, and what happens when one of them dies.

These are plain subprocesses, not `multiprocessing`: nothing imports the caller's main module, they
end by themselves when the scan is killed, and outcomes come one by one, so that a crash names the
very file that caused it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread

import msgspec

from ripplegraph.errors import WorkersMissingError
from ripplegraph.indexing.extraction.file_reader import (
    FileOutcome,
    FileTask,
    ReadingRules,
    describe_limit,
    give_up,
    read_file,
    read_tame_file,
)
from ripplegraph.indexing.extraction.worker import READY, read_message, write_message

_START = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from ripplegraph.indexing.extraction.worker import main
main()
"""
BYTES_WORTH_WORKERS = 500_000
"""Below this many bytes of source, starting processes takes longer than reading the files."""
_BATCH_BYTES = 200_000
_BATCH_FILES = 100
_SECONDS_TO_DIE = 5
_MOST_FOR_EACH_PROCESSOR = 8
_TIME_IS_UP = (-signal.SIGPROF, -signal.SIGALRM)
"""How a worker ends whose alarm went off: by processor time, or by the clock."""


class WorkerDied(Exception):
    """A worker process ended before its work did."""


class Worker:
    """One worker process, seen from the scan."""

    def __init__(self, rules: ReadingRules) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _START, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise WorkerDied
        self._tasks, self._outcomes = self._process.stdin, self._process.stdout
        self._decode = msgspec.msgpack.Decoder(FileOutcome).decode
        self._send(msgspec.msgpack.encode(rules))
        if self._receive() != READY:
            raise WorkerDied

    def read(self, tasks: Sequence[FileTask]) -> Iterator[FileOutcome]:
        """Yield an outcome for each task, in order."""
        self._send(msgspec.msgpack.encode(tasks))
        for _ in tasks:
            yield self._decode(self._receive())

    def get_exit_code(self) -> int | None:
        """Return how the process ended; None when it has closed its output but lives on."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(_SECONDS_TO_DIE)
        return None

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        for stream in (self._tasks, self._outcomes):
            with suppress(BrokenPipeError):
                stream.close()

    def _send(self, message: bytes) -> None:
        try:
            write_message(self._tasks, message)
        except BrokenPipeError as error:
            raise WorkerDied from error

    def _receive(self) -> bytes:
        message = read_message(self._outcomes)
        if message is None:
            raise WorkerDied
        return message


class WorkerPool:
    """Several workers that share the batches of one scan."""

    def __init__(self, tasks: Sequence[FileTask], rules: ReadingRules, *, jobs: int) -> None:
        self._rules = rules
        self._total = len(tasks)
        self._batches = deque(_cut_into_batches(tasks))
        self._outcomes: SimpleQueue[FileOutcome | BaseException] = SimpleQueue()
        self._workers: set[Worker] = set()
        self._lock = Lock()
        self._stopped = False
        self._jobs = min(jobs, len(self._batches))

    def read_all(self) -> Iterator[FileOutcome]:
        """Yield the outcome of every task, in the order in which they are done."""
        for _ in range(self._jobs):
            Thread(target=self._drive, daemon=True).start()
        try:
            for _ in range(self._total):
                outcome = self._outcomes.get()
                if isinstance(outcome, BaseException):
                    raise outcome
                yield outcome
        finally:
            self._stop()

    def _drive(self) -> None:
        """Run one worker, and a new one after each that dies, until no batch is left."""
        worker: Worker | None = None
        try:
            while (batch := self._take_batch()) is not None:
                while batch and not self._stopped:
                    worker = worker or self._start()
                    worker = self._read_batch(worker, batch)
        except BaseException as error:  # noqa: BLE001 - it is raised where the outcomes are read
            self._outcomes.put(error)
        finally:
            if worker is not None:
                self._end(worker)

    def _read_batch(self, worker: Worker, batch: deque[FileTask]) -> Worker | None:
        """Take tasks from the batch as they are done; returns the worker while it lives."""
        try:
            for outcome in worker.read(tuple(batch)):
                batch.popleft()
                self._outcomes.put(outcome)
        except WorkerDied:
            code = worker.get_exit_code()
            self._end(worker)
            if not self._stopped:
                task = batch.popleft()
                late = code in _TIME_IS_UP
                self._outcomes.put(self._blame(task, code) if late else self._read_alone(task))
            return None
        return worker

    def _read_alone(self, task: FileTask) -> FileOutcome:
        """Try a file again that a worker died with: perhaps it was not the file's fault."""
        worker = self._start()
        try:
            (outcome,) = worker.read([task])
        except WorkerDied:
            return self._blame(task, worker.get_exit_code())
        finally:
            self._end(worker)
        return outcome

    def _blame(self, task: FileTask, code: int | None) -> FileOutcome:
        """Record that a worker died with a file, and how."""
        if code in _TIME_IS_UP:
            return give_up(task, self._rules, describe_limit(self._rules.config))
        ending = f"exit code {code}"
        if code is not None and code < 0:
            with suppress(ValueError):
                ending = signal.Signals(-code).name
        return give_up(task, self._rules, f"the parser crashed ({ending})")

    def _take_batch(self) -> deque[FileTask] | None:
        with self._lock:
            return self._batches.popleft() if self._batches and not self._stopped else None

    def _start(self) -> Worker:
        try:
            worker = Worker(self._rules)
        except (OSError, WorkerDied) as error:
            raise WorkersMissingError(
                "No worker process could be started to read the files.",
                hint="Scan with `--jobs 1`, which needs none.",
            ) from error
        with self._lock:
            self._workers.add(worker)
            stopped = self._stopped
        if stopped:
            self._end(worker)
        return worker

    def _end(self, worker: Worker) -> None:
        with self._lock:
            self._workers.discard(worker)
        worker.stop()

    def _stop(self) -> None:
        with self._lock:
            self._stopped = True
            running = tuple(self._workers)
        for worker in running:
            worker.stop()


def read_files(
    tasks: Sequence[FileTask], rules: ReadingRules, *, jobs: int
) -> Iterator[FileOutcome]:
    """Yield the outcome of every task; `jobs` of 0 means a worker for each processor."""
    # A setting that came with the project must not start thousands of processes.
    jobs = min(jobs or count_processors(), _MOST_FOR_EACH_PROCESSOR * count_processors())
    to_parse = sum(task.size for task in tasks if task.language)
    if jobs == 1 or to_parse < BYTES_WORTH_WORKERS:
        return _read_here(tasks, rules)
    return WorkerPool(tasks, rules, jobs=jobs).read_all()


def _read_here(tasks: Sequence[FileTask], rules: ReadingRules) -> Iterator[FileOutcome]:
    """Yield the outcome of every task; what may take long, or crash, is left to a worker."""
    wild: list[FileTask] = []
    for task in tasks:
        outcome = read_tame_file(task, rules)
        if outcome is None:
            wild.append(task)
        else:
            yield outcome
    if wild:
        try:
            yield from WorkerPool(wild, rules, jobs=1).read_all()
        except WorkersMissingError:
            yield from (read_file(task, rules) for task in wild)


def count_processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _cut_into_batches(tasks: Sequence[FileTask]) -> Iterator[deque[FileTask]]:
    """Yield batches of about the same size, those with the largest files first."""
    batch: deque[FileTask] = deque()
    size = 0
    for task in sorted(tasks, key=lambda task: (-task.size, task.path)):
        batch.append(task)
        size += task.size
        if size >= _BATCH_BYTES or len(batch) >= _BATCH_FILES:
            yield batch
            batch, size = deque(), 0
    if batch:
        yield batch
