"""An unmodified python-telegram-bot bot (version 13) whose JobQueue reminds after ten minutes and two days."""

import os
from datetime import datetime, timedelta

from telegram.ext import CommandHandler, Updater

updater = Updater(os.environ["BOT_TOKEN"], base_url=os.environ["BOT_API_URL"] + "/bot")


def say(chat, text):
    return lambda context: context.bot.send_message(chat, f"{text} {datetime.utcnow():%d %H:%M:%S}")


def remind(update, context):
    chat = update.effective_chat.id
    context.job_queue.run_once(say(chat, "two days"), timedelta(days=2))
    context.job_queue.run_once(say(chat, "ten minutes"), 600)
    update.message.reply_text(f"noted {datetime.utcnow():%d %H:%M:%S}")


updater.dispatcher.add_handler(CommandHandler("remind", remind))
updater.start_polling()
updater.idle()
