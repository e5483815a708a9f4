// The bots that send. One bot may send 30 messages a second: so many of them, each to people of its own, that no
// limit refuses, while every limit is checked on the way.

import { FIRST_BOT, FIRST_PERSON, tokenOf } from './build-world.mjs'
import { postRequest } from './load.mjs'

const BOTS = 1000
const PEOPLE_EACH = 3
const TEXT = 'Your table for two is booked for tonight at eight. See you there!'

/** Puts them into a world with the people they write to; gives the numbers of their chats in the database. */
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
