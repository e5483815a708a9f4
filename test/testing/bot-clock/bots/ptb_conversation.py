# A bot of python-telegram-bot 13 with a conversation that ends after a minute, and with a daily job.

import datetime
import os

from telegram.ext import CommandHandler, ConversationHandler, Filters, MessageHandler, Updater


def ask(update, _):
    update.message.reply_text("Name?")
    return 1


def greet(update, _):
    update.message.reply_text("Hello " + update.message.text)
    return ConversationHandler.END


def expire(update, _):
    update.message.reply_text("Too late")


updater = Updater(os.environ["BOT_TOKEN"], base_url=os.environ["BOT_API_URL"] + "/bot")
states = {1: [MessageHandler(Filters.text, greet)], ConversationHandler.TIMEOUT: [MessageHandler(Filters.all, expire)]}
conversation = ConversationHandler([CommandHandler("start", ask)], states, [], conversation_timeout=60)
updater.dispatcher.add_handler(conversation)
updater.job_queue.run_daily(lambda _: None, datetime.time(9))
updater.job_queue.run_repeating(lambda _: None, 30)
updater.start_polling()
updater.idle()
