"""A backend's endpoint, from the Standard Webhooks specification and Python's standard library alone.

usage: webhook_receiver.py SECRET_FILE

Prints its port, then for every POST a line of JSON: whether its signature is right, its id, type and data.
"""

import base64
import hmac
import http.server
import json
import sys
import time

TOLERANCE_S = 300


def is_right(secret, headers, body):
    """Is one of the signatures made with the secret, and not long ago?"""
    sent_at = headers["webhook-timestamp"]
    if abs(time.time() - int(sent_at)) > TOLERANCE_S:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{sent_at}.".encode() + body
    wanted = base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    versions = (signature.split(",", 1) for signature in headers["webhook-signature"].split())
    return any(version == "v1" and hmac.compare_digest(value, wanted) for version, value in versions)


class Receiver(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        with open(sys.argv[1], encoding="ascii") as file:
            secret = file.read().strip()
        right = is_right(secret, self.headers, body)
        told = json.loads(body)
        right = right and told["id"] == self.headers["webhook-id"]
        print(json.dumps({"right": right, "id": told["id"], "type": told["type"], "data": told["data"]}), flush=True)
        self.send_response(204 if right else 401)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
print(f"port {server.server_port}", flush=True)
server.serve_forever()
