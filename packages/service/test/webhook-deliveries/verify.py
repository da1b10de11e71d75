"""Verifies deliveries as the standard says, with Python's standard library alone.

Reads one JSON object a line, {"secret", "headers", "body", "now"} with the body in base64, and writes "true" or "false".
"""
import base64
import hashlib
import hmac
import json
import sys

TOLERANCE_SECONDS = 300


def is_valid(secret, headers, body, now):
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = [part.split(",", 1) for part in headers["webhook-signature"].split(" ")]
    return any(version == "v1" and hmac.compare_digest(value, expected) for version, value in given)


for line in sys.stdin:
    case = json.loads(line)
    body = base64.b64decode(case["body"])
    print("true" if is_valid(case["secret"], case["headers"], body, case["now"]) else "false")
