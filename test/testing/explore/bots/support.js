// A support desk: the first person who sends /agent gets the messages of everybody.

import { call, parseCommand, planted, poll, say } from './base.js'

let agent
const tickets = new Map()

async function onMessage(message) {
  const { chat, from, text, reply_to_message: target } = message
  const { id } = chat
  if (chat.type !== 'private') return
  const { command } = parseCommand(text)
  if (command === 'start')
    return say(id, 'Write your question, and an agent answers. Agents send /agent, and /leave at the end.')
  if (command === 'agent') {
    if (agent !== undefined && agent !== id) return say(id, 'There is an agent already.')
    agent = id
    return say(id, 'You are the agent now. Reply to a question to answer it.')
  }
  if (command === 'leave') {
    if (planted('leave of another crashes') && agent !== id) throw new Error('Not an agent')
    if (agent !== id) return say(id, 'You are not the agent.')
    agent = undefined
    if (planted('leave says nothing')) return
    return say(id, 'Thank you for your work.')
  }
  if (command === 'status') {
    if (planted('status without an agent')) return say(id, `The agent is ${agent.toString()}.`)
    if (planted('status is empty') && agent === undefined) return say(id, '')
    return say(id, agent === undefined ? 'There is no agent.' : 'There is an agent.')
  }
  if (id === agent) {
    const customer = target && tickets.get(target.message_id)
    if (!customer && !planted('reply to anything')) return say(id, 'Reply to a question.')
    if (planted('agent sends a file') && text === undefined) return say(customer, text.trim())
    await say(customer, `The agent says: ${text ?? '(a file)'}`.slice(0, 4000))
    return say(id, 'Sent.')
  }
  if (agent === undefined) {
    if (planted('no agent, no answer')) return
    if (planted('no agent twice')) await say(id, 'No agent is here. Try again later.')
    return say(id, 'No agent is here. Try again later.')
  }
  const question = text ?? '(a file)'
  const limit = planted('long question') ? 9000 : 3000
  const { message_id } = await say(agent, `${from.first_name} asks: ${question.slice(0, limit)}`)
  tickets.set(message_id, id)
  if (planted('hang after three questions') && tickets.size === 3) await new Promise(() => setInterval(() => {}, 1000))
  await say(id, 'Your question was sent to the agent.')
}

await call('setMyCommands', {
  commands: ['start', 'agent', 'leave', 'status'].map((command) => ({ command, description: `Do ${command}` })),
})
await poll(({ message }) => message && onMessage(message))
