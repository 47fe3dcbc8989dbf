"""Where a receiver keeps its cursor, its queue and its result. Implement Store for your database."""

from typing import ContextManager, Iterable, List, NamedTuple, Optional, Protocol, Tuple

from .message import Event, File


class State(NamedTuple):
    """How far a receiver is."""

    # The last applied cursor; None until the first listing is complete.
    cursor: Optional[int]
    # The cursor of a resync whose listing is pending, else None.
    resync: Optional[int]
    # The cursor from which the files were last listed; None before. The feed does not move it.
    listed: Optional[int]
    # The prefix that was listed then.
    prefix: Optional[str]


# The state of a receiver that has nothing yet.
NO_STATE = State(None, None, None, None)


class Transaction(Protocol):
    """All of it is stored, or none: that makes a duplicate harmless and a kill safe (spec 9.3)."""

    def read(self) -> State:
        """Returns the state as it is now."""

    def lock(self) -> State:
        """Returns the state and lets no other transaction do so until this one has ended."""

    def save(self, state: State) -> None: ...

    def apply(self, events: List[Event]) -> None:
        """Sets each path to its file: your result."""

    def replace(self, pages: Iterable[List[File]]) -> None:
        """Replaces all files with a listing, which arrives in pages: your result."""

    def wait_for_listing(self) -> None:
        """Waits until no other transaction is listing."""

    def queue_length(self) -> int:
        """How many messages are in the queue."""

    def enqueue(self, cursor: int, events: List[Event]) -> None:
        """Puts a message into the queue, unless one with its cursor is there already."""

    def queue(self) -> List[Tuple[int, List[Event]]]:
        """Returns the queue in the order of its cursors."""

    def dequeue(self, up_to: int) -> None:
        """Removes all messages up to a cursor from the queue."""


class Store(Protocol):
    def transaction(self) -> ContextManager[Transaction]:
        """Commits at the end; after an exception nothing has happened.

        Statements see what others have committed (READ COMMITTED).
        """
