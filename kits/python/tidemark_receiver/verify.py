"""The signature of Standard Webhooks. See spec 9.1, 9.2."""

import base64
import binascii
import hmac
import re

# The maximum difference between a message's timestamp and our clock: limits replays.
TOLERANCE_SECONDS = 300


def signing_key(secret):
    """Takes a secret as the service shows it (`whsec_` and base64) and returns the HMAC key.

    Raises ValueError for anything else; its text never contains the secret.
    """
    prefix, _, encoded = secret.strip().partition("_")
    try:
        key = base64.b64decode(encoded, validate=True) if prefix == "whsec" else b""
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("the secret must be whsec_ followed by base64")
    return key


def signature(key, message_id, timestamp, body):
    """Returns the `v1,<base64>` item for a message, as bytes."""
    content = f"{message_id}.{timestamp}.".encode() + body
    return b"v1," + base64.b64encode(hmac.digest(key, content, "sha256"))


def verify(keys, headers, body, now):
    """Whether a request comes from the service.

    Takes the keys that are valid, a mapping of the headers by lower-case name, the raw body before
    any parsing, and the current time in seconds since 1970. Returns "authentic", or what is wrong.
    """
    message_id, timestamp, given = (
        headers.get(f"webhook-{name}") for name in ("id", "timestamp", "signature")
    )
    if not (message_id and timestamp and given):
        return "missing_header"
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        return "bad_timestamp"
    # After a rotation there is one item per secret, and the receiver may know either or both.
    items = given.encode().split(b" ")
    expected = [signature(key, message_id, timestamp, body) for key in keys]
    authentic = any(hmac.compare_digest(item, one) for one in expected for item in items)
    return "authentic" if authentic else "bad_signature"
