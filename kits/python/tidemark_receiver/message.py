"""What the service sends. Files and events stay dictionaries, as they are in the JSON."""

import json
import re
from typing import Any, Dict, List, NamedTuple, Optional

# PostgreSQL's bigint: no cursor is greater.
MAX_CURSOR = 2**63 - 1

# What exists at a path: path, type, size, etag, modified_at. See spec 5.3.
File = Dict[str, Any]

# One change: type, path, file. `file` is what exists at the path now, or None. See spec 9.4.
Event = Dict[str, Any]


class FormatError(Exception):
    """The text is not what the service sends."""


class Message(NamedTuple):
    type: str
    filesystem: str
    cursor: int
    events: List[Event]


def read_cursor(value) -> int:
    """Reads a cursor: a decimal integer in a string. Raises FormatError."""
    if not isinstance(value, str) or not re.fullmatch("[0-9]{1,19}", value):
        raise FormatError("the cursor is not an integer")
    if int(value) > MAX_CURSOR:
        raise FormatError("the cursor is too large")
    return int(value)


def parse_message(body: bytes) -> Optional[Message]:
    """Reads the raw body of a verified request; None when it is not a message. See spec 7.19."""
    try:
        message = json.loads(body)
        data = message["data"]
        if message["type"] not in ("files.changed", "files.resync"):
            return None
        if not isinstance(data["filesystem_id"], str):
            return None
        cursor, events = read_cursor(data["cursor"]), read_events(data["events"])
        return Message(message["type"], data["filesystem_id"], cursor, events)
    except (ValueError, KeyError, TypeError, RecursionError, FormatError):
        return None


def read_events(value) -> List[Event]:
    """Checks the events of a message or of the feed. Raises FormatError."""
    for event in _list_of_dicts(value):
        if not isinstance(event.get("path"), str) or "file" not in event:
            raise FormatError("not an event")
        if event["file"] is not None:
            read_files([event["file"]])
    return value


def read_files(value) -> List[File]:
    """Checks the entries of a listing. Raises FormatError."""
    for file in _list_of_dicts(value):
        texts = (file.get(name) for name in ("path", "type", "etag", "modified_at"))
        if not all(isinstance(text, str) for text in texts) or not isinstance(file.get("size"), int):
            raise FormatError("not a file")
    return value


def _list_of_dicts(value):
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise FormatError("not a list of objects")
    return value
