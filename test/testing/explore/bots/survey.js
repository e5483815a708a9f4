// A bot that asks for a name, an age and an e-mail address, one after the other.

import { call, keys, parseCommand, planted, poll, say } from './base.js'

const answers = new Map()
const shared = {}

const formOf = (id) => (planted('one form for all') ? shared : answers.get(id))

const HIDE = { reply_markup: { remove_keyboard: true } }

async function onMessage({ chat, text }) {
  const { id } = chat
  if (chat.type !== 'private') return
  const { command } = parseCommand(text)
  if (command === 'cancel' && !(planted('cannot leave the age') && formOf(id)?.step === 'age')) {
    if (planted('cancel without a form crashes') && !answers.has(id)) answers.get(id).step = 'none'
    answers.delete(id)
    return say(id, 'Cancelled. Send /survey to begin.', HIDE)
  }
  if (command === 'start' && !(planted('cannot leave the age') && formOf(id)?.step === 'age')) {
    answers.delete(id)
    return say(id, 'Send /survey to begin, /cancel to stop, /show to see your answers.', HIDE)
  }
  if (command === 'show' && !(planted('cannot leave the age') && formOf(id)?.step === 'age')) {
    const form = formOf(id)
    if (!form?.name) return say(id, 'There is nothing to show.')
    if (planted('show crashes without an age')) return say(id, `${form.name}, ${form.age.toFixed(0)}`)
    return say(id, `${form.name}, ${form.age ?? 'no age'}, ${form.email ?? 'no address'}`)
  }
  if (command === 'survey') {
    if (planted('no second survey') && formOf(id)?.step === 'done') return
    answers.set(id, { step: 'name' })
    shared.step = 'name'
    return say(id, 'What is your name?', HIDE)
  }
  const form = formOf(id)
  if (!form || form.step === 'done') return say(id, 'Send /survey to begin.')
  return onAnswer(id, form, text)
}

async function onAnswer(id, form, text) {
  if (text === undefined) return planted('file crashes') ? say(id, text.trim()) : say(id, 'Please answer with a text.')
  switch (form.step) {
    case 'name':
      if (text.length > 100 && !planted('long name')) return say(id, 'That is too long for a name.')
      if (planted('long name')) text = text.repeat(2)
      if (planted('emoji in a name') && /\p{Extended_Pictographic}/u.test(text))
        throw new Error('Cannot encode the name')
      Object.assign(form, { name: text, step: 'age' })
      return say(id, `Hello, ${text.slice(0, planted('long name') ? 9000 : 100)}! How old are you?`)
    case 'age': {
      const age = Number(text)
      if (!Number.isInteger(age) || age < 1 || age > 150) {
        if (planted('wrong age says nothing')) return
        if (planted('wrong age twice')) await say(id, 'Please send a number from 1 to 150.')
        return say(id, 'Please send a number from 1 to 150.')
      }
      if (planted('age above 100 crashes') && age > 100) [].at(0).age = age
      Object.assign(form, { age, step: 'email' })
      return say(id, 'What is your e-mail address?', keys(['Skip']))
    }
    case 'email':
      if (text === 'Skip' && planted('skip says nothing')) return
      if (text !== 'Skip' && !/^\S+@\S+\.\S+$/.test(text))
        return say(id, 'That is not an address. Try again, or press Skip.')
      if (planted('address crashes') && text !== 'Skip') JSON.parse(text)
      Object.assign(form, { email: text === 'Skip' ? undefined : text, step: 'done' })
      return say(id, 'Thank you!', HIDE)
  }
}

await call('setMyCommands', {
  commands: ['start', 'survey', 'show', 'cancel'].map((command) => ({ command, description: `Do ${command}` })),
})
await poll(({ message }) => message && onMessage(message))
