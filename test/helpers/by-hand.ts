// Requests made by hand on a stage, where the usual calls say too little about the wire.

import { answerOf, granted, NOON, type Transport } from './service.ts'
import { GREETER, stage, WITH_ALICE } from './stage.ts'

/** The transports in which every value is a text. */
export const AS_TEXT: Transport[] = ['query', 'post-query', 'form', 'multipart']
export const ALL_TRANSPORTS: Transport[] = ['json', ...AS_TEXT]

export async function byHand() {
  const staged = await stage()
  const base = `${staged.s.url}/bot${staged.bot.token}`
  const ask = async (path: string, init: RequestInit = {}) => answerOf(await fetch(`${base}${path}`, init))
  const post = (path: string, type: string, body: string) =>
    ask(path, { method: 'POST', headers: { 'content-type': type }, body })
  return { ...staged, ask, post }
}

/** The answer to the bot's next message to Alice. */
export const sentToAlice = (text: string) =>
  granted({ message_id: 4, from: GREETER, chat: WITH_ALICE, date: NOON, text })
