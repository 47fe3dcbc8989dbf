import asyncio
import json
import logging

from .receiver import MAX_BODY_BYTES, Receiver

log = logging.getLogger("tidemark_receiver")


def asgi(receiver: Receiver):
    """Returns an ASGI application for the webhook's URL. It starts and stops the receiver.

    Mounted inside another application, that one starts and stops the receiver.
    """

    async def application(scope, receive, send):
        if scope["type"] == "lifespan":
            await _follow_lifespan(receiver, receive, send)
        elif scope["type"] == "http":
            status, outcome = await _respond(receiver, scope, receive)
            headers = [(b"content-type", b"application/json")]
            if status == 405:
                headers.append((b"allow", b"POST"))
            await send({"type": "http.response.start", "status": status, "headers": headers})
            body = json.dumps({"outcome": outcome}).encode()
            await send({"type": "http.response.body", "body": body})

    return application


async def _respond(receiver, scope, receive):
    if scope["method"] != "POST":
        return 405, "method_not_allowed"
    body = bytearray()
    more = True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > MAX_BODY_BYTES:
            return 413, "body_too_large"
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    try:
        # The store blocks, so it has a thread of its own.
        return await asyncio.to_thread(receiver.receive, headers, bytes(body))
    except Exception:
        log.exception("failed to store a message")
        return 500, "internal"


async def _follow_lifespan(receiver, receive, send):
    await receive()
    receiver.start()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await asyncio.to_thread(receiver.stop)
    await send({"type": "lifespan.shutdown.complete"})
