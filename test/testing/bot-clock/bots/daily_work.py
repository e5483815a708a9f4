"""A bot that works in the way of the message's text each day, then says which day it is."""

import asyncio
import concurrent.futures
import hashlib
import json
import multiprocessing
import os
import socket
import subprocess
import threading
import time
import urllib.request

ROOT = "{BOT_API_URL}/bot{BOT_TOKEN}".format(**os.environ)
DATABASE = ("127.0.0.1", int(os.environ["DATABASE_PORT"]))
DAYS = 20


def call(operation, **params):
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{ROOT}/{operation}", json.dumps(params).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["result"]


def query():
    database.sendall(b"select")
    database.recv(100)


async def query_in_loop():
    reader, writer = await asyncio.open_connection(*DATABASE)
    writer.write(b"select")
    await asyncio.wait_for(reader.read(100), 10)
    writer.close()


def calculate_in_process():
    with concurrent.futures.ProcessPoolExecutor(1) as processes:
        processes.submit(hashlib.pbkdf2_hmac, "sha512", b"", b"", 10_000).result()


def start_worker():
    multiprocessing.get_context("fork").Process(target=time.sleep, args=(3600,)).start()


WORK = {
    "query": query,
    "asyncio": lambda: asyncio.run(query_in_loop()),
    "hash": lambda: hashlib.pbkdf2_hmac("sha512", b"", b"", 10_000),
    "process": calculate_in_process,
    "worker": start_worker,
    "command": lambda: subprocess.run(["sh", "-c", "sleep 0.02"], check=True, timeout=10),
    "output": lambda: subprocess.run(["sh", "-c", "sleep 0.02; echo"], check=True, capture_output=True),
}


def work_daily(chat, work):
    for day in range(1, DAYS + 1):
        time.sleep(86_400)
        work()
        call("sendMessage", chat_id=chat, text=f"day {day}")


database = socket.create_connection(DATABASE)
offset = 0
while True:
    for update in call("getUpdates", offset=offset, timeout=30):
        offset = update["update_id"] + 1
        chat = update["message"]["chat"]["id"]
        threading.Thread(target=work_daily, args=(chat, WORK[update["message"]["text"]]), daemon=True).start()
        call("sendMessage", chat_id=chat, text="set")
