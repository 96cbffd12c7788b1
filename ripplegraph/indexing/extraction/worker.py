"""A process that reads files for a scan: rules and tasks come in, outcomes go out.

Messages are a length of four bytes and that many bytes of MessagePack. The process ends when its
input does, so that it cannot outlive a scan that was killed.
"""

from __future__ import annotations

import gc
import os
import signal
import struct
import sys
from typing import IO, Final

import msgspec

from ripplegraph.indexing.extraction.file_reader import FileTask, ReadingRules, read_file
from ripplegraph.indexing.extraction.time_limit import PATIENCE

READY: Final = b"ready"
_LENGTH: Final = struct.Struct("<I")


def write_message(stream: IO[bytes], message: bytes) -> None:
    stream.write(_LENGTH.pack(len(message)))
    stream.write(message)
    stream.flush()


def read_message(stream: IO[bytes]) -> bytes | None:
    """Return the next message, or None where the stream ends."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    message = stream.read(length)
    return message if len(message) == length else None


def main() -> None:
    """Serve the process that started this one until it has no more tasks."""
    # Ctrl-C reaches every process of the terminal; the scan decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tasks, outcomes = sys.stdin.buffer, _take_standard_output()
    setup = read_message(tasks)
    if setup is None:
        return
    rules = msgspec.msgpack.decode(setup, type=ReadingRules)
    decoder = msgspec.msgpack.Decoder(list[FileTask])
    encode = msgspec.msgpack.Encoder().encode
    seconds = rules.config.max_parse_seconds
    # Facts make no cycles; looking for some after every batch is enough.
    gc.disable()
    gc.freeze()
    write_message(outcomes, READY)
    while (batch := read_message(tasks)) is not None:
        for task in decoder.decode(batch):
            # An alarm ends this process: a parser that is lost in a file cannot be interrupted.
            signal.setitimer(signal.ITIMER_PROF, seconds)
            signal.setitimer(signal.ITIMER_REAL, PATIENCE * seconds)
            outcome = read_file(task, rules)
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            write_message(outcomes, encode(outcome))
        gc.collect()


def _take_standard_output() -> IO[bytes]:
    """Keep the pipe for outcomes alone: what a language's code prints goes nowhere."""
    pipe = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return pipe
