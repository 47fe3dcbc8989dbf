import logging
import threading
import time
from typing import Callable, Iterable, Iterator, List, Mapping, Optional, Tuple

from .api import ApiError, Expired, Source
from .message import File, Message, parse_message
from .store import State, Store, Transaction
from .verify import signing_key, verify

# A message has at most 256 KiB; the rest allows for a service that counts slightly differently.
MAX_BODY_BYTES = (256 + 16) * 1024

CHECK_SECONDS = 60
SHORTEST_PAUSE_SECONDS = 0.25
LONGEST_PAUSE_SECONDS = 30

log = logging.getLogger("tidemark_receiver")


class Superseded(Exception):
    """Another resync arrived: the listing may miss the changes it is about."""


class Stopped(Exception):
    """The receiver stops: the listing stays pending."""


class Receiver:
    """Follows the rules of spec 9.1, 9.2, 9.3, 9.4, 9.5, 9.6, 9.7.

    secrets: the webhook's secrets: one, or both while you replace it
    max_queued: how many messages may wait for the end of a listing; more are refused
    check_seconds: how often to look for a listing that another process has left
    now: returns the current time in seconds since 1970
    """

    def __init__(
        self,
        secrets: Iterable[str],
        source: Source,
        store: Store,
        max_queued: int = 256,
        check_seconds: float = CHECK_SECONDS,
        now: Callable[[], float] = time.time,
    ):
        self._keys = [signing_key(secret) for secret in secrets]
        self._source = source
        self._store = store
        self._max_queued = max_queued
        self._check_seconds = check_seconds
        self._now = now
        self._due = threading.Event()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tidemark", daemon=True)

    def start(self) -> None:
        """Catches up in a thread, and lists again there when a message asks for it. Once."""
        self._due.set()
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread, after the request that it is making."""
        self._stopped.set()
        self._due.set()
        self._thread.join()

    def receive(self, headers: Mapping[str, str], body: bytes) -> Tuple[int, str]:
        """Verifies and stores a message; returns the status to respond with, and what happened.

        `headers` are by lower-case name. Raises what the store raises: respond with 500.
        """
        verdict = verify(self._keys, headers, body, self._now())
        if verdict != "authentic":
            return 401, verdict
        message = parse_message(body)
        if message is None:
            return 400, "not_a_message"
        if message.filesystem != self._source.filesystem:
            return 400, "another_filesystem"
        with self._store.transaction() as transaction:
            outcome = self._accept(transaction, message)
        # Another process may have begun the listing that it waits for, and be gone.
        if outcome != "applied":
            self._due.set()
        return 503 if outcome == "queue_full" else 200, outcome

    def _accept(self, transaction: Transaction, message: Message) -> str:
        """Applies a message by cursor, or queues it while a listing is pending."""
        state = transaction.lock()
        asks_to_list = message.type == "files.resync"
        # The feed has no resyncs: it moves the cursor past one that only a listing applies.
        applied = state.listed if asks_to_list else state.cursor
        known = applied if state.resync is None else state.resync
        if known is not None and message.cursor <= known:
            return "duplicate"
        # Changes cannot complete what was never listed, for example after the state was lost.
        if asks_to_list or known is None:
            _begin_listing(transaction, state, _later(message.cursor, state.cursor))
            return "resync"
        if state.resync is not None:
            if transaction.queue_length() >= self._max_queued:
                return "queue_full"
            transaction.enqueue(message.cursor, message.events)
            return "queued"
        transaction.save(state._replace(cursor=message.cursor))
        transaction.apply(message.events)
        return "applied"

    def _run(self) -> None:
        with_feed = True
        while not self._stopped.is_set():
            self._due.wait(self._check_seconds)
            self._due.clear()
            pause = SHORTEST_PAUSE_SECONDS
            while not self._stopped.is_set():
                try:
                    self._sync(with_feed)
                    with_feed = False
                    break
                except Stopped:
                    return
                except Exception as error:
                    log.exception("failed to synchronise, trying again")
                    wait = error.retry_after if isinstance(error, ApiError) else None
                    self._stopped.wait(pause if wait is None else wait)
                    pause = min(pause * 2, LONGEST_PAUSE_SECONDS)

    def _sync(self, with_feed: bool) -> None:
        """Lists while a listing is pending, and what was never listed; else `with_feed` reads the feed."""
        is_behind = with_feed
        while not self._stopped.is_set():
            with self._store.transaction() as transaction:
                state = transaction.read()
            if state.resync is not None:
                self._list(state.resync)
                # What changed since comes with the messages.
                is_behind = False
            # The feed tells nothing of files that were at another prefix before.
            elif state.cursor is None or state.prefix != self._source.prefix:
                self._make_pending(state.cursor, self._source.head())
            elif not is_behind:
                return
            else:
                is_behind = self._read_feed(state.cursor)

    def _list(self, resync: int) -> None:
        try:
            with self._store.transaction() as transaction:
                transaction.wait_for_listing()
                if transaction.read().resync != resync:
                    return
                transaction.replace(self._pages())
                # Only now, so that messages can be queued during the listing.
                if transaction.lock().resync != resync:
                    raise Superseded
                cursor = resync
                for queued, events in transaction.queue():
                    if queued > cursor:
                        cursor = queued
                        transaction.apply(events)
                transaction.dequeue(cursor)
                transaction.save(State(cursor, None, resync, self._source.prefix))
        except Superseded:
            log.info("listing again: another resync arrived")

    def _pages(self) -> Iterator[List[File]]:
        for page in self._source.list():
            if self._stopped.is_set():
                raise Stopped
            yield page

    def _make_pending(self, read, resync: int) -> None:
        """Makes a listing pending, unless the state has changed since it was read."""
        with self._store.transaction() as transaction:
            state = transaction.lock()
            if state.resync is None and state.cursor == read:
                _begin_listing(transaction, state, resync)

    def _read_feed(self, after: int) -> bool:
        """Applies one page of the feed; returns whether the receiver is still behind."""
        page = self._source.changes(after)
        if isinstance(page, Expired):
            self._make_pending(after, page.cursor)
            return True
        with self._store.transaction() as transaction:
            state = transaction.lock()
            if state.resync is not None or state.cursor is None or state.cursor < after:
                return True
            # A message that arrived meanwhile may have advanced past this page.
            if page.cursor > state.cursor:
                transaction.save(state._replace(cursor=page.cursor))
                transaction.apply(page.events)
            return page.has_more


def _begin_listing(transaction: Transaction, state: State, cursor: int) -> None:
    """The coming listing is newer than all that is queued up to the cursor."""
    transaction.save(state._replace(resync=cursor))
    transaction.dequeue(cursor)


def _later(cursor: int, other: Optional[int]) -> int:
    return cursor if other is None else max(cursor, other)
