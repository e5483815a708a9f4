# A bot without a library: it logs with the time, and waits in a loop.

import json
import logging
import os
import time
import urllib.request

logging.basicConfig(format="%(asctime)s %(message)s", level=logging.INFO)


class Clock:
    sleep = time.sleep
    now = time.time


def call(operation, **params):
    url = "%s/bot%s/%s" % (os.environ["BOT_API_URL"], os.environ["BOT_TOKEN"], operation)
    request = urllib.request.Request(url, json.dumps(params).encode(), {"Content-Type": "application/json"})
    return json.load(urllib.request.urlopen(request))["result"]


WAITS = {"/date": Clock().now, "/monotonic": time.monotonic}
offset = 0
while True:
    for update in call("getUpdates", offset=offset, timeout=30):
        offset = update["update_id"] + 1
        text, chat = update["message"]["text"], update["message"]["chat"]["id"]
        logging.info("got %s", text)
        now = WAITS.get(text)
        end = now and now() + 0.1
        while now and now() < end:
            pass
        call("sendMessage", chat_id=chat, text="did %s" % text)
