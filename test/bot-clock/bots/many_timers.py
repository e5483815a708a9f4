"""Sets 1,000 timers with odd fractions of a second over a year, on asyncio and in threads, and reports how late they are."""

import asyncio
import json
import os
import threading
import time
import urllib.request

ROOT = "{BOT_API_URL}/bot{BOT_TOKEN}".format(**os.environ)
YEAR = 365 * 86400
LOOP_TIMERS = 980
THREAD_TIMERS = 20


def call(operation, **params):
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{ROOT}/{operation}", json.dumps(params).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["result"]


async def call_in_thread(operation, **params):
    return await asyncio.get_running_loop().run_in_executor(None, lambda: call(operation, **params))


def set_timers(chat):
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
        timer = threading.Timer(delay, note, (time.time() + delay, time.monotonic() + delay))
        timer.daemon = True
        timer.start()


async def main():
    offset = 0
    while True:
        for update in await call_in_thread("getUpdates", offset=offset, timeout=30):
            offset = update["update_id"] + 1
            set_timers(update["message"]["chat"]["id"])
            await call_in_thread("sendMessage", chat_id=update["message"]["chat"]["id"], text="set")


asyncio.run(main())
