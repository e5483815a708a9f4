"""A bot in plain asyncio that knows nothing of emulators: two reminders, a timer of threading and a sleep."""

import asyncio
import json
import os
import threading
import time
import urllib.request
from datetime import datetime, timezone

ROOT = "{BOT_API_URL}/bot{BOT_TOKEN}".format(**os.environ)
reminders = set()


def call(operation, **params):
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{ROOT}/{operation}", json.dumps(params).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["result"]


async def call_in_thread(operation, **params):
    return await asyncio.get_running_loop().run_in_executor(None, lambda: call(operation, **params))


def stamp():
    return f"{datetime.now(timezone.utc):%d %H:%M:%S} {int(time.time()) % 86400}"


async def remind(chat, seconds, text):
    await asyncio.sleep(seconds)
    await call_in_thread("sendMessage", chat_id=chat, text=f"{text} {stamp()}")


def remind_in_thread(chat):
    time.sleep(3600)
    call("sendMessage", chat_id=chat, text=f"slept an hour {stamp()}")


async def main():
    offset = 0
    while True:
        for update in await call_in_thread("getUpdates", offset=offset, timeout=30):
            offset = update["update_id"] + 1
            chat = update["message"]["chat"]["id"]
            reminders.add(asyncio.create_task(remind(chat, 172_800, "two days")))
            reminders.add(asyncio.create_task(remind(chat, 600, "ten minutes")))
            threading.Thread(target=remind_in_thread, args=(chat,), daemon=True).start()
            timer = threading.Timer(1800, lambda: call("sendMessage", chat_id=chat, text=f"timer {stamp()}"))
            timer.daemon = True
            timer.start()
            await call_in_thread("sendMessage", chat_id=chat, text=f"noted {stamp()}")


asyncio.run(main())
