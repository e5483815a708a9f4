// Requests of 1 000 bots that send messages in turn.
// One bot may send only 30 messages a second. With so many bots, each message is checked but not refused.

import { FIRST_BOT, FIRST_PERSON, tokenOf } from './build-world.mjs'
import { postRequest } from './load.mjs'

const BOTS = 1000
export const PEOPLE_EACH = 3
const TEXT = 'Your table for two is booked for tonight at eight. See you there!'

/** Adds the bots, their people and their private chats to a world. Returns the database ids of the chats. */
export function hire(make) {
  for (let person = 0; person < PEOPLE_EACH; person++) make.person(FIRST_PERSON + person)
  const chats = []
  for (let bot = FIRST_BOT; bot < FIRST_BOT + BOTS; bot++) {
    make.bot(bot, FIRST_PERSON)
    for (let person = 0; person < PEOPLE_EACH; person++) chats.push(make.privateChat(bot, FIRST_PERSON + person))
  }
  return chats
}

export const TOKENS = Array.from({ length: BOTS }, (_, bot) => tokenOf(FIRST_BOT + bot))

export function sends() {
  return Array.from({ length: PEOPLE_EACH }, (_, person) =>
    TOKENS.map((token) => postRequest(`/bot${token}/sendMessage`, { chat_id: FIRST_PERSON + person, text: TEXT })),
  ).flat()
}
