// Answers with a random greeting, random numbers and the time, none of which a seed makes the same.

import { randomInt, randomUUID } from 'node:crypto'
import { planted, poll, say } from '../../explore/bots/base.js'

const pick = (...texts) => texts[randomInt(texts.length)]

await poll(async ({ message: { chat, text } }) => {
  await say(chat.id, pick('Hello!', 'Hi there!', 'Good day!'))
  if (randomInt(2)) await say(chat.id, 'Lovely weather.')
  await say(chat.id, `It is ${new Date().toISOString()}, your number is ${randomUUID()}.`)
  await say(chat.id, planted('text') ? `You wrote ${text} at ${Date.now()}.` : `You said ${text} at ${Date.now()}.`)
})
