// The three steps to the first answer of a bot, which disappear after it.

import { hasNoProgram } from '../traffic/program.ts'
import { type Bot, isStarted } from './model.ts'
import { openBot, openChat } from './roster.ts'
import type { State } from './state.ts'

export interface FirstSteps {
  bot: Bot
  isConnected: boolean
  isStarted: boolean
}

/** Returns the steps for the open chat. Returns undefined if its bot has answered, or if the chat is not loaded yet. */
export function firstSteps(state: State): FirstSteps | undefined {
  const bot = openBot(state)
  const { chat, messages } = state.conversation
  const isStartedChat = isStarted(openChat(state))
  if (!bot || (isStartedChat && !chat) || messages.some(({ author }) => author.id === bot.id)) return undefined
  return { bot, isConnected: !hasNoProgram(state, bot), isStarted: isStartedChat }
}

export const isStartCommandShown = (state: State) => firstSteps(state)?.isConnected === false

const MIN_ROWS_WITH_COMMAND = 16

export const isCommandDrawn = ({ size }: State) => size.rows >= MIN_ROWS_WITH_COMMAND

export const startCommand = ({ url }: State, { token }: Bot) => `BOT_API_URL=${url} BOT_TOKEN=${token} node bot.js`
