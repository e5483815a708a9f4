"""An echo bot in Python, without a library."""

import json
import os
import sys
import time
import urllib.error
import urllib.request

API = f"{os.environ['BOT_API_URL']}/bot{os.environ['BOT_TOKEN']}"
MISTAKES = os.environ.get("MISTAKES", "").split(",")


def call(operation, **params):
    body = json.dumps(params).encode()
    request = urllib.request.Request(f"{API}/{operation}", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["result"]


def say(chat_id, text):
    while True:
        try:
            return call("sendMessage", chat_id=chat_id, text=text)
        except urllib.error.HTTPError as error:
            if error.code == 429 and "gives up" not in MISTAKES:
                time.sleep(json.load(error)["parameters"]["retry_after"])
            elif error.code >= 500 and "dies" in MISTAKES:
                sys.exit(1)
            elif error.code < 500:
                return None
        except OSError:
            if "repeats" not in MISTAKES:
                return None


offset = 0
while True:
    try:
        updates = call("getUpdates", offset=offset, timeout=30)
    except urllib.error.HTTPError as error:
        time.sleep(1e6 if "is deaf" in MISTAKES and error.code == 409 else 0.3)
        continue
    except OSError:
        time.sleep(0.3)
        continue
    for update in updates:
        offset = update["update_id"] + 1
        if "confirms first" in MISTAKES:
            call("getUpdates", offset=offset, limit=1)
        message = update.get("message", {})
        if "text" in message:
            say(message["chat"]["id"], f"You said: {message['text']}")
