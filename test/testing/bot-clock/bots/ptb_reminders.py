"""An unmodified python-telegram-bot bot (version 13) with reminders, a daily job, a session's end and a back-off."""

import os
import time
from datetime import datetime, timedelta
from datetime import time as time_of_day

from pytz import timezone
from telegram.error import RetryAfter
from telegram.ext import CommandHandler, ConversationHandler, Filters, MessageHandler, Updater

BERLIN = timezone("Europe/Berlin")
TALKING = 0
SESSION_MINUTES = 30

updater = Updater(os.environ["BOT_TOKEN"], base_url=os.environ["BOT_API_URL"] + "/bot")


def send(bot, chat, text):
    try:
        bot.send_message(chat, f"{text} {datetime.now(BERLIN):%d %H:%M:%S}")
    except RetryAfter as error:
        time.sleep(error.retry_after)
        send(bot, chat, text)


def remind(update, context):
    chat = update.effective_chat.id

    def say(text):
        return lambda context: send(context.bot, chat, text)

    context.job_queue.run_once(say("two days"), timedelta(days=2))
    context.job_queue.run_once(say("ten minutes"), 600)
    context.job_queue.run_daily(say("nine o'clock"), time_of_day(9, tzinfo=BERLIN))
    send(context.bot, chat, "noted")
    return TALKING


def end_session(update, context):
    send(context.bot, update.effective_chat.id, "session ended")


updater.dispatcher.add_handler(
    ConversationHandler(
        entry_points=[CommandHandler("remind", remind)],
        states={ConversationHandler.TIMEOUT: [MessageHandler(Filters.all, end_session)]},
        fallbacks=[],
        conversation_timeout=SESSION_MINUTES * 60,
    )
)
updater.start_polling()
updater.idle()
