"""A bot of the standard library alone: greets with a button, echoes texts, thanks for a press."""

import json
import os
import urllib.error
import urllib.request

API = f"{os.environ['BOT_API_URL']}/bot{os.environ['BOT_TOKEN']}"


def call(operation, **params):
    request = urllib.request.Request(
        f"{API}/{operation}",
        data=json.dumps(params).encode(),
        headers={"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=90) as answer:
            return json.load(answer)["result"]
    except urllib.error.HTTPError as error:
        print(json.load(error)["description"], flush=True)


def on_message(message):
    text = message.get("text")
    if text is None:
        return
    chat = message["chat"]["id"]
    if text == "/start":
        button = {"text": "Thanks", "callback_data": "thanks"}
        name = message["from"]["first_name"]
        call("sendMessage", chat_id=chat, text=f"Hello, {name}!", reply_markup={"inline_keyboard": [[button]]})
    else:
        call("sendMessage", chat_id=chat, text=text, reply_to_message_id=message["message_id"])


def on_press(query):
    message = query["message"]
    call("editMessageText", chat_id=message["chat"]["id"], message_id=message["message_id"], text="You are welcome.")


offset = 0
while True:
    for update in call("getUpdates", offset=offset, timeout=50) or []:
        offset = update["update_id"] + 1
        if "message" in update:
            on_message(update["message"])
        if "callback_query" in update:
            on_press(update["callback_query"])
