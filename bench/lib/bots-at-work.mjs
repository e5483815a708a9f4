// The bots that send. One bot may send 30 messages a second: so many of them, each to people of its own, that no
// limit refuses, while every limit is checked on the way.

import { FIRST_BOT, FIRST_PERSON, tokenOf } from './build-world.mjs'
import { postRequest } from './load.mjs'

const BOTS = 1000
const PEOPLE_EACH = 3
const TEXT = 'Your table for two is booked for tonight at eight. See you there!'

/** One owner for all: these are private chats, which the owners' limits do not count. */
export function hire(make, firstPerson = FIRST_PERSON) {
  for (let person = 0; person < PEOPLE_EACH; person++) make.person(firstPerson + person)
  for (let bot = 0; bot < BOTS; bot++) {
    make.bot(FIRST_BOT + bot, firstPerson)
    for (let person = 0; person < PEOPLE_EACH; person++) make.privateChat(FIRST_BOT + bot, firstPerson + person)
  }
}

export const TOKENS = Array.from({ length: BOTS }, (_, bot) => tokenOf(FIRST_BOT + bot))

export function sends(firstPerson = FIRST_PERSON) {
  return Array.from({ length: PEOPLE_EACH }, (_, person) =>
    TOKENS.map((token) => postRequest(`/bot${token}/sendMessage`, { chat_id: firstPerson + person, text: TEXT })),
  ).flat()
}
