"""The two routes that a receiver needs."""

import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Iterator, List, NamedTuple, Union

from .message import Event, File, read_cursor, read_events, read_files

REQUEST_SECONDS = 30


class ApiError(Exception):
    """The service refused a request. `retry_after`: when to repeat it, in seconds, if known."""

    def __init__(self, text, retry_after=None):
        super().__init__(text)
        self.retry_after = retry_after


class Page(NamedTuple):
    cursor: int
    events: List[Event]
    has_more: bool


class Expired(NamedTuple):
    """Only a listing helps; the feed continues from this cursor. See spec 9.7."""

    cursor: int


class Source:
    """Which part of which filesystem a receiver follows, and how to read it.

    api: the origin of the service, such as `https://files.example.com`
    key: an API key that can read the filesystem
    prefix: the webhook's `path_prefix`
    """

    def __init__(self, api, key, org, filesystem, prefix="/"):
        self.filesystem = filesystem
        self.prefix = prefix
        self._base = f"{api.rstrip('/')}/api/v1/orgs/{org}/filesystems/{filesystem}"
        self._headers = {"authorization": f"Bearer {key}"}
        self._opener = urllib.request.build_opener(_NoRedirect)

    def head(self) -> int:
        """Returns the newest cursor."""
        return read_cursor(self._get("changes", path_prefix=self.prefix)["cursor"])

    def changes(self, after: int) -> Union[Page, Expired]:
        """Returns the changes after a cursor. See spec 6.6."""
        page = self._get("changes", cursor=after, limit=1000, path_prefix=self.prefix)
        if "expired" in page:
            return Expired(read_cursor(page["expired"]["cursor"]))
        return Page(read_cursor(page["cursor"]), read_events(page["events"]), page["has_more"])

    def list(self) -> Iterator[List[File]]:
        """Yields everything at the prefix and below it, in pages, without the root directory."""
        token = {}
        while True:
            page = self._get("entries", path=self.prefix, recursive="true", limit=1000, **token)
            files = page["entries"]
            if not token and page["root"] is not None:
                files = [page["root"], *files]
            yield [file for file in read_files(files) if file["path"] != "/"]
            if page["next_page_token"] is None:
                return
            token = {"page_token": page["next_page_token"]}

    def _get(self, route, **query):
        url = f"{self._base}/{route}?{urllib.parse.urlencode(query)}"
        request = urllib.request.Request(url, headers=self._headers)
        try:
            with self._opener.open(request, timeout=REQUEST_SECONDS) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                detail = _problem(error)
                if error.code == 410 and detail.get("code") == "cursor_expired":
                    return {"expired": detail}
                retry_after = error.headers.get("retry-after", "")
                raise ApiError(
                    f"{route}: the service returned {error.code} {detail.get('code', '')}",
                    int(retry_after) if retry_after.isdecimal() else None,
                ) from error


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key is for the service alone."""

    def redirect_request(self, *_):
        return None


def _problem(response):
    try:
        detail = json.load(response)["detail"]
        return detail if isinstance(detail, dict) else {}
    except (ValueError, KeyError, TypeError):
        # An HTML page from a proxy: the status is enough.
        return {}
