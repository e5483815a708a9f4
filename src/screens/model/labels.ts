// Actions and their fields in the words of people.

import type { ActionDescription, ActionVariant } from '../../control/contract/service.ts'

const LABELS: Readonly<Record<string, readonly [label: string, words: string]>> = {
  send: ['Send a text…', 'write message say'],
  sendFile: ['Send a photo or file…', 'picture image attach video audio document upload'],
  edit: ['Edit a message…', 'change text'],
  delete: ['Delete a message…', 'remove'],
  read: ['Mark the chat as read', 'unread'],
  press: ['Press a button…', 'inline keyboard click'],
  tap: ['Tap a key of the reply keyboard…', 'keyboard'],
  start: ['Start a bot…', 'begin deep link payload'],
  block: ['Block a bot…', 'stop ban'],
  unblock: ['Unblock a bot…', 'restart'],
  join: ['Join a group or channel…', 'subscribe enter'],
  leave: ['Leave the group or channel…', 'unsubscribe exit'],
  add: ['Add a person or bot to the chat…', 'invite member'],
  ban: ['Ban a member…', 'kick remove'],
  unban: ['Lift a ban…', 'forgive'],
  mute: ['Mute a member…', 'silence restrict'],
  unmute: ['Lift a mute…', 'unrestrict'],
  promote: ['Make an administrator…', 'admin rights'],
  demote: ['Make an ordinary member again…', 'admin rights'],
  pin: ['Pin a message…', 'top'],
  unpin: ['Unpin the pinned message…', 'top'],
  createUser: ['New person…', 'user people add'],
  createBot: ['New bot…', 'token add'],
  createGroup: ['New group…', 'chat add'],
  createChannel: ['New channel…', 'chat add comments'],
  updateUser: ['Change a person…', 'rename delete account user language'],
  updateBot: ['Change a bot…', 'suspend rename privacy'],
  updateChat: ['Change the group or channel…', 'title permissions owner comments'],
  updateService: ['Change the settings of the service…', 'config'],
  injectFault: ['Inject a fault…', 'error fail timeout 429 500'],
  clearFaults: ['Remove the faults…', 'error fix'],
  advanceClock: ['Move the clock forward…', 'time hour day later skip'],
  setClock: ['Set the clock…', 'time date'],
  freezeClock: ['Freeze the clock', 'time stop pause'],
  resumeClock: ['Let the clock run', 'time resume'],
  repeatUpdate: ['Give a bot an update again…', 'replay repeat'],
  restartProgram: ["Restart a bot's program…", 'reload'],
  redeliver: ['Deliver updates to the webhook now…', 'retry'],
  deleteFile: ['Delete a file…', 'remove'],
  snapshot: ['Take a snapshot…', 'save'],
  restore: ['Restore a snapshot…', 'load back'],
  reset: ['Reset the world…', 'clear empty start over'],
  clearWorld: ['Delete everything but bots…', 'clear empty'],
  seedDailyChats: ['Set how many chats a bot wrote to today…', 'limit daily'],
}

/** A new action without a label here is called by its summary. */
export const labelOf = ({ name, summary }: Pick<ActionDescription, 'name' | 'summary'>) =>
  LABELS[name]?.[0] ?? summary.replace(/\.$/, '')

export const wordsOf = ({ name, summary }: Pick<ActionDescription, 'name' | 'summary'>) =>
  `${name} ${LABELS[name]?.[1] ?? ''} ${summary}`

/** Returns the name of a variant, such as `Refuse with 429`, by its own values or by others. */
export const variantLabelOf = ({ label, values }: ActionVariant, others: Readonly<Record<string, unknown>> = values) =>
  label.replace(/\{(\w+)\}/g, (_, name) => String(others[name] || '…'))

/** Fields whose names say too little to people. The others are called by their names. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  at: 'Moment',
  delay_ms: 'Answer late by',
  devices: 'Number of devices',
  drop: 'Lose the call or its answer',
  duplicate_updates: 'Deliver updates twice',
  every: 'Only each nth time',
  file_unique_id: 'File',
  hang: 'Never answer',
  keep: 'Bots to keep',
  language_code: 'Language',
  layer: 'What to reset',
  'match.chat_id': 'Only calls to chat',
  'match.text': 'Only calls with text',
  message_id: 'Message',
  reorder_updates: 'Deliver updates in reverse order',
  reply_to: 'Reply to message',
  seconds: 'How long',
  status: 'Refuse with status',
  times: 'How many times',
  update_id: 'Update',
  until_date: 'Until',
  webhook: 'Webhook fails with',
}

/** Returns the name of a field or a right, such as `Pin messages` for `can_pin_messages`. */
export function fieldLabelOf(name: string): string {
  const words = name.replace(/^(\w+\.)?can_/, '').replaceAll('_', ' ')
  return FIELD_LABELS[name] ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
