// A bot that moderates groups: it mutes for spam and keeps the rules.

import { call, parseCommand, planted, poll, say } from './base.js'

const rules = new Map()
const warnings = new Map()

async function restrict(chat, user) {
  const mute = {
    user_id: user.id,
    permissions: { can_send_messages: false },
    until_date: Math.floor(Date.now() / 1000) + 3600,
  }
  if (planted('mute without care')) await call('restrictChatMember', { chat_id: chat.id, ...mute, user_id: 'x' })
  try {
    await call('restrictChatMember', { chat_id: chat.id, ...mute })
    await say(chat.id, `${user.first_name} is muted for an hour.`)
  } catch (error) {
    if (planted('no right crashes')) throw error
    await say(chat.id, `I may not mute ${user.first_name}.`)
  }
}

async function onMessage({
  chat,
  from,
  text,
  reply_to_message: target,
  new_chat_members: newcomers,
  left_chat_member: left,
}) {
  const { id } = chat
  const { command, rest } = parseCommand(text)
  if (chat.type === 'private') return say(id, planted('private is empty') ? '' : 'Add me to a group.')
  if (newcomers) return say(id, rules.get(id) ?? 'Welcome! There are no rules.')
  if (left) {
    if (planted('goodbye crashes')) throw new Error(`Who is ${left.id}?`)
    return
  }
  switch (command) {
    case 'rules':
      if (rest) {
        if (planted('long rules')) rules.set(id, rest.repeat(3))
        else rules.set(id, rest.slice(0, 1000))
        return say(id, 'The rules are changed.')
      }
      if (planted('no rules crash') && !rules.has(id)) return say(id, rules.get(id).trim())
      return say(id, rules.get(id) ?? 'There are no rules.')
    case 'warn': {
      if (!target && !planted('warn nobody')) return say(id, 'Reply to the message of the person.')
      const count = (warnings.get(target.from.id) ?? 0) + 1
      warnings.set(target.from.id, count)
      if (planted('warn hangs')) await new Promise(() => setInterval(() => {}, 1000))
      return say(id, `${target.from.first_name} has ${count} warnings.`)
    }
    case 'mute':
      if (!target) return say(id, 'Reply to the message of the person.')
      return restrict(chat, target.from)
    case 'warnings':
      if (planted('warnings twice')) await say(id, `You have ${warnings.get(from.id) ?? 0} warnings.`)
      return say(id, `You have ${warnings.get(from.id) ?? 0} warnings.`)
    default:
      if (planted('links crash') && /https?:/.test(text)) new URL(text).href.trim()
      if (planted('markup crashes') && text?.includes('<')) throw new SyntaxError('Bad markup')
      if (/casino|https?:/i.test(text ?? '')) return restrict(chat, from)
  }
}

await call('setMyCommands', {
  commands: ['rules', 'warn', 'mute', 'warnings'].map((command) => ({ command, description: `Do ${command}` })),
})
await poll(({ message }) => message && onMessage(message))
