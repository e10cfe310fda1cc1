"""Envelopes of messages: CloudEvents 1.0 events in JSON."""

import json
import os
import time
from datetime import datetime, timezone


def uuid7() -> str:
    """A UUID of version 7: 48 bits of milliseconds, then chance."""
    raw = bytearray(int(time.time() * 1000).to_bytes(6, "big") + os.urandom(10))
    raw[6] = (raw[6] & 0x0F) | 0x70
    raw[8] = (raw[8] & 0x3F) | 0x80
    text = raw.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def command(integrator: str, kind: str, subject: str, data: dict, message_id: str = "") -> dict:
    """`message_id` stays the same when a command is sent again; without one it is made."""
    message_id = message_id or uuid7()
    now = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
    return {
        "specversion": "1.0",
        "id": message_id,
        "source": f"integrator.{integrator}",
        "type": kind,
        "time": now.replace("+00:00", "Z"),
        "subject": subject,
        "dataschema": f"urn:crm:{kind}",
        "datacontenttype": "application/json",
        "data": data,
        "correlationid": message_id,
        "actorid": f"integrator.{integrator}",
        "actorrole": "system",
        "sequence": 0,
    }


def events_in(properties, body: bytes) -> list:
    """The events of a message: one, or several where its content type says that it is a batch."""
    value = json.loads(body)
    return value if properties.content_type == "application/cloudevents-batch+json" else [value]
