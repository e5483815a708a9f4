"""A bot in plain asyncio that knows nothing of emulators: a few reminders, or 1,000 timers, on its loop and in threads."""

import asyncio
import json
import os
import threading
import time
import urllib.request
from datetime import datetime, timezone

ROOT = "{BOT_API_URL}/bot{BOT_TOKEN}".format(**os.environ)
YEAR = 365 * 86400
LOOP_TIMERS = 980
THREAD_TIMERS = 20
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


def start_timer(*args):
    timer = threading.Timer(*args)
    timer.daemon = True
    timer.start()


def set_reminders(chat):
    async def remind(seconds, text):
        await asyncio.sleep(seconds)
        await call_in_thread("sendMessage", chat_id=chat, text=f"{text} {stamp()}")

    def remind_in_thread():
        time.sleep(3600)
        call("sendMessage", chat_id=chat, text=f"slept an hour {stamp()}")

    reminders.add(asyncio.create_task(remind(172_800, "two days")))
    reminders.add(asyncio.create_task(remind(600, "ten minutes")))
    threading.Thread(target=remind_in_thread, daemon=True).start()
    start_timer(1800, lambda: call("sendMessage", chat_id=chat, text=f"timer {stamp()}"))


def set_many_timers(chat):
    """Sets timers with odd fractions of a second over a year. The last of them says whether all ran at their times."""
    loop = asyncio.get_running_loop()
    late = []

    def note(due, elapsed_due):
        late.append(max(time.time() - due, time.monotonic() - elapsed_due))
        if len(late) == LOOP_TIMERS + THREAD_TIMERS:
            call("sendMessage", chat_id=chat, text=f"{len(late)} timers, {min(late) > -0.001}, {max(late) < 0.002}")

    for index in range(LOOP_TIMERS):
        delay = YEAR / LOOP_TIMERS * (index + 1) * 0.9987654321 + index * 0.0001
        loop.call_later(delay, note, time.time() + delay, time.monotonic() + delay)
    for index in range(THREAD_TIMERS):
        delay = YEAR / THREAD_TIMERS * (index + 1) * 0.997 + index / 3
        start_timer(delay, note, (time.time() + delay, time.monotonic() + delay))


async def main():
    offset = 0
    while True:
        for update in await call_in_thread("getUpdates", offset=offset, timeout=30):
            offset = update["update_id"] + 1
            chat = update["message"]["chat"]["id"]
            if update["message"]["text"] == "/remind":
                set_reminders(chat)
            else:
                set_many_timers(chat)
            await call_in_thread("sendMessage", chat_id=chat, text=f"noted {stamp()}")


asyncio.run(main())
