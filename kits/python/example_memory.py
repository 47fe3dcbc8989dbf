"""Mirrors a filesystem in memory, and lists it again at every start."""

import json
import os

import uvicorn

from tidemark_receiver import MemoryStore, Receiver, Source, asgi

store = MemoryStore()
source = Source(
    api=os.environ["TIDEMARK_API"],
    key=os.environ["TIDEMARK_KEY"],
    org=os.environ["TIDEMARK_ORG"],
    filesystem=os.environ["TIDEMARK_FILESYSTEM"],
    prefix=os.environ.get("TIDEMARK_PREFIX", "/"),
)
webhook = asgi(Receiver(os.environ["TIDEMARK_SECRETS"].split(), source, store))


async def application(scope, receive, send):
    if scope["type"] == "http" and scope["path"] == "/state":
        body = json.dumps({"files": list(store.files.values())}).encode()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})
    else:
        await webhook(scope, receive, send)


uvicorn.run(application, port=int(os.environ.get("PORT", 3000)), log_level="warning")
