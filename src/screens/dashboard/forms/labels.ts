// The actions in the words of people, for the palette and forms.

import type { ActionDescription } from '../../../control/contract/service.ts'

const LABELS: Readonly<Record<string, readonly [label: string, words: string]>> = {
  send: ['Send a text…', 'write message say'],
  sendFile: ['Send a photo or file…', 'picture image attach video audio document upload'],
  edit: ['Edit a message…', 'change text'],
  delete: ['Delete a message…', 'remove'],
  read: ['Mark the chat as read', 'unread'],
  press: ['Press a button…', 'inline keyboard click'],
  tap: ['Tap a key of the reply keyboard…', 'keyboard'],
  start: ['Start a bot…', 'begin'],
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
  snapshot: ['Take a snapshot of the world…', 'save'],
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
