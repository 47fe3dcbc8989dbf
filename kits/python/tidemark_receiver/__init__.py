"""Receives the webhooks of Tidemark: verify, apply by cursor, list again, catch up."""

from .api import ApiError, Source
from .asgi import asgi
from .memory_store import MemoryStore
from .message import FormatError, Message, parse_message
from .postgres_store import POSTGRES_SCHEMA, PostgresStore
from .receiver import MAX_BODY_BYTES, Receiver
from .store import State, Store, Transaction
from .verify import signature, signing_key, verify

__all__ = [
    "MAX_BODY_BYTES",
    "POSTGRES_SCHEMA",
    "ApiError",
    "FormatError",
    "MemoryStore",
    "Message",
    "PostgresStore",
    "Receiver",
    "Source",
    "State",
    "Store",
    "Transaction",
    "asgi",
    "parse_message",
    "signature",
    "signing_key",
    "verify",
]
