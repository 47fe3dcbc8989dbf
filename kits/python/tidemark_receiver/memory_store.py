import threading
from contextlib import contextmanager

from .store import NO_STATE


class MemoryStore:
    """A store in memory, for a cache that is listed again at every start."""

    def __init__(self):
        self.files = {}
        self._state = NO_STATE
        self._queue = {}
        self._lock = threading.Lock()

    @contextmanager
    def transaction(self):
        transaction = _Transaction(self)
        try:
            yield transaction
            for write in transaction.writes:
                write()
        finally:
            if transaction.is_locked:
                self._lock.release()


class _Transaction:
    def __init__(self, store):
        self.store = store
        self.is_locked = False
        # What the transaction writes; it takes effect at the end.
        self.writes = []

    def read(self):
        return self.store._state

    def lock(self):
        self.store._lock.acquire()
        self.is_locked = True
        return self.store._state

    def save(self, state):
        self.writes.append(lambda: setattr(self.store, "_state", state))

    def apply(self, events):
        def write():
            for event in events:
                if event["file"] is None:
                    self.store.files.pop(event["path"], None)
                else:
                    self.store.files[event["path"]] = event["file"]

        self.writes.append(write)

    def replace(self, pages):
        listed = {file["path"]: file for page in pages for file in page}
        self.writes.append(lambda: setattr(self.store, "files", listed))

    def wait_for_listing(self):
        """There is one process, and a receiver lists once at a time."""

    def queue_length(self):
        return len(self.store._queue)

    def enqueue(self, cursor, events):
        self.writes.append(lambda: self.store._queue.setdefault(cursor, events))

    def queue(self):
        return sorted(self.store._queue.items())

    def dequeue(self, up_to):
        def write():
            for cursor in [cursor for cursor in self.store._queue if cursor <= up_to]:
                del self.store._queue[cursor]

        self.writes.append(write)
