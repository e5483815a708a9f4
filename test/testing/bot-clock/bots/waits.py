"""A bot that starts many kinds of waits of Python's library, each of another number of hours, and names each at its end."""

import asyncio
# The part that registers what to do at a fork: a fork in another thread must not meet it halfway.
import concurrent.futures.thread
import json
import multiprocessing
import os
import queue
import sched
import threading
import time
import urllib.request
from datetime import date, datetime, timedelta

ROOT = "{BOT_API_URL}/bot{BOT_TOKEN}".format(**os.environ)
HOUR = 3600


def call(operation, **params):
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{ROOT}/{operation}", json.dumps(params).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["result"]


def sleep_in_child(seconds):
    child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(seconds,))
    child.start()
    child.join()


def wait_in_queue(seconds):
    try:
        queue.Queue().get(timeout=seconds)
    except queue.Empty:
        pass


def run_scheduler(seconds):
    scheduler = sched.scheduler()
    scheduler.enter(seconds, 1, lambda: None)
    scheduler.run()


def poll_the_date(seconds):
    until = datetime.now() + timedelta(seconds=seconds)
    while datetime.now() < until or date.today() < until.date() or time.localtime() < until.timetuple():
        time.sleep(HOUR)


async def wait_for(seconds):
    try:
        await asyncio.wait_for(asyncio.Event().wait(), seconds)
    except asyncio.TimeoutError:
        pass


async def call_later(seconds):
    rung = asyncio.Event()
    asyncio.get_running_loop().call_later(seconds, rung.set)
    await rung.wait()


async def wait_in_executor(seconds):
    await asyncio.get_running_loop().run_in_executor(None, time.sleep, seconds)


def join_thread(seconds):
    thread = threading.Thread(target=threading.Event().wait, daemon=True)
    thread.start()
    thread.join(seconds)


WAITS = [
    time.sleep,
    wait_in_queue,
    lambda seconds: threading.Event().wait(seconds),
    lambda seconds: threading.Semaphore(0).acquire(timeout=seconds),
    lambda seconds: concurrent.futures.wait([concurrent.futures.Future()], timeout=seconds),
    run_scheduler,
    poll_the_date,
    sleep_in_child,
    join_thread,
    lambda seconds: asyncio.run(asyncio.sleep(seconds)),
    lambda seconds: asyncio.run(wait_for(seconds)),
    lambda seconds: asyncio.run(call_later(seconds)),
    lambda seconds: asyncio.run(wait_in_executor(seconds)),
]


def start(chat, hours, wait):
    def run():
        wait(hours * HOUR)
        call("sendMessage", chat_id=chat, text=f"{hours}")

    threading.Thread(target=run, daemon=True).start()


offset = 0
while True:
    for update in call("getUpdates", offset=offset, timeout=30):
        offset = update["update_id"] + 1
        for hours, wait in enumerate(WAITS, 1):
            start(update["message"]["chat"]["id"], hours, wait)
        call("sendMessage", chat_id=update["message"]["chat"]["id"], text="noted")
