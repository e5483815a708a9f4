"""A bot in Python's standard library that keeps notes."""

import json
import os
import sys
import time
import urllib.error
import urllib.request

ROOT = f"{os.environ['BOT_API_URL']}/bot{os.environ['BOT_TOKEN']}"
notes = {}


def planted(name):
    return os.environ.get("PLANTED") == name


def call(operation, **params):
    body = json.dumps(params).encode()
    request = urllib.request.Request(f"{ROOT}/{operation}", body, {"content-type": "application/json"})
    while True:
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)["result"]
        except urllib.error.HTTPError as error:
            answer = json.load(error)
            if error.code == 403:
                return None
            if error.code != 429:
                raise RuntimeError(answer["description"]) from None
            time.sleep(answer["parameters"]["retry_after"])
        except OSError:
            if operation == "getUpdates":
                time.sleep(0.1)
                continue
            return None


def say(chat, text):
    call("sendMessage", chat_id=chat["id"], text=text)


def on_message(message):
    chat, text = message["chat"], message.get("text", "")
    if chat["type"] != "private":
        return
    mine = notes.setdefault(0 if planted("one notebook") else chat["id"], [])
    command, _, rest = text.partition(" ")
    if command == "/start":
        say(chat, "I keep notes: /note buy milk, /notes, /find milk, /drop 1.")
    elif command == "/note":
        if not rest.strip() and not planted("empty note"):
            say(chat, "Write /note buy milk.")
            return
        mine.append(rest.strip()[:200])
        if planted("note twice"):
            say(chat, "Noted.")
        if planted("fifth note") and len(mine) == 3:
            raise OverflowError("too many notes")
        say(chat, "Noted.")
    elif command == "/notes":
        if planted("empty notebook") and not mine:
            say(chat, "")
            return
        lines = [f"{i + 1}. {note}" for i, note in enumerate(mine)]
        say(chat, "\n".join(lines)[:4000] if mine else "There are no notes.")
    elif command == "/find":
        if not rest and not planted("find nothing"):
            say(chat, "Write /find milk.")
            return
        if planted("find nothing") and not rest:
            raise ValueError("nothing to find")
        found = [note for note in mine if rest in note]
        if planted("not found") and not found:
            return
        say(chat, "\n".join(found)[:4000] if found else "I found nothing.")
    elif command == "/drop":
        try:
            index = int(rest)
        except ValueError:
            if planted("drop a word"):
                raise
            say(chat, "Write /drop 1.")
            return
        if planted("drop zero") and index == 0:
            sys.exit(1)
        if not 0 < index <= len(mine) and not planted("drop too much"):
            say(chat, "There is no such note.")
            return
        say(chat, f"Dropped {mine.pop(index - 1)}.")
    else:
        if planted("hang on text") and text.isdigit():
            while True:
                time.sleep(1)
        say(chat, "See /start.")


call("setMyCommands", commands=[{"command": c, "description": c} for c in ("start", "note", "notes", "find", "drop")])
offset = 0
while True:
    for update in call("getUpdates", offset=offset, timeout=30):
        if update["update_id"] < offset:
            continue
        offset = update["update_id"] + 1
        if "message" in update:
            on_message(update["message"])
