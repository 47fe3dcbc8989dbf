import json
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tidemark_receiver import MemoryStore, Receiver, Source

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


class Service(BaseHTTPRequestHandler):
    """The two routes. A listing is empty, and while `has_more` it has no last page."""

    has_more = False
    pages = 0

    def do_GET(self):
        if "/changes" in self.path:
            body = {"cursor": "1", "events": [], "has_more": False}
        else:
            Service.pages += 1
            token = "more" if Service.has_more else None
            body = {"root": None, "entries": [], "next_page_token": token}
        text = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


def eventually(holds):
    deadline = time.monotonic() + 20
    while not holds():
        if time.monotonic() > deadline:
            raise AssertionError("timed out")
        time.sleep(0.005)


class InTheBackground(unittest.TestCase):
    def setUp(self):
        Service.has_more, Service.pages = False, 0
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        api = f"http://127.0.0.1:{self.server.server_port}"
        self.store = MemoryStore()
        source = Source(api, "tmk_1", "org_1", "fs_1")
        self.receiver = Receiver([SECRET], source, self.store, check_seconds=0.02)
        self.receiver.start()
        eventually(lambda: self.state().listed == 1)

    def tearDown(self):
        self.server.shutdown()
        self.server.server_close()

    def state(self):
        with self.store.transaction() as transaction:
            return transaction.read()

    def leave_a_listing(self, resync):
        """As a process does that dies while it lists."""
        with self.store.transaction() as transaction:
            transaction.save(transaction.lock()._replace(resync=resync))

    def test_a_listing_that_another_process_left_is_taken_over_without_a_message(self):
        self.leave_a_listing(2)
        eventually(lambda: self.state().listed == 2)
        self.receiver.stop()

    def test_stop_ends_a_listing_between_two_pages(self):
        Service.has_more = True
        self.leave_a_listing(2)
        eventually(lambda: Service.pages > 3)
        stopping = threading.Thread(target=self.receiver.stop, daemon=True)
        stopping.start()
        stopping.join(20)
        self.assertFalse(stopping.is_alive())
        self.assertEqual(self.state().resync, 2)


if __name__ == "__main__":
    unittest.main()
