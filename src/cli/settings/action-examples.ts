// Example commands for all actions, with the people and bots of the default world.

import type { ActionDescription } from '../../contract/service.ts'
import { flagsOf } from './action-flags.ts'

/** Returns an example command with the required flags, and with the optional flags that users usually add. */
export function exampleOf(action: ActionDescription): string {
  const { values, optional = [] } = EXAMPLES[action.name] ?? {}
  const examples: Values = { ...VALUES, ...values }
  const flags = flagsOf(action)
    .filter(({ required, name }) => required || optional.includes(name))
    .map(({ flag, name, value }) => `${flag} ${examples[name] ?? value}`)
  return ['npx bot-emulator do', action.name, ...flags].join(' ')
}

type Values = Readonly<Record<string, string>>

const VALUES: Values = {
  as: 'alice',
  to: 'greeter',
  bot: 'greeter',
  chat: 'team',
  who: 'bob',
  user: 'bob',
  text: 'hi',
  message_id: '1',
  update_id: '1',
  owner: 'alice',
  title: 'Club',
  first_name: 'Dora',
  handle: 'dora',
  name: 'base',
  file_unique_id: 'AQADbotX',
  count: '10',
  rights: 'can_pin_messages,can_restrict_members',
}

const EXAMPLES: Readonly<Record<string, { values?: Values; optional?: readonly string[] }>> = {
  createUser: { optional: ['handle'] },
  createBot: {
    values: { first_name: 'Helper', handle: 'helper', username: 'helper_bot' },
    optional: ['handle', 'username'],
  },
  createGroup: { values: { members: 'bob,greeter', handle: 'club' }, optional: ['handle', 'members'] },
  createChannel: { values: { subscribers: 'bob', handle: 'club' }, optional: ['handle', 'subscribers'] },
  updateUser: { values: { last_name: 'Smith' }, optional: ['last_name'] },
  updateBot: { values: { can_read_all_group_messages: 'false' }, optional: ['can_read_all_group_messages'] },
  updateChat: { values: { title: '"The Team"' }, optional: ['title'] },
  edit: { values: { chat: 'greeter' } },
  delete: { values: { chat: 'greeter' } },
  read: { values: { chat: 'greeter' } },
  press: { values: { chat: 'greeter', button: 'Yes' }, optional: ['button'] },
  tap: { values: { key: 'Menu' } },
  sendFile: { values: { kind: 'photo', file: 'cat.jpg' } },
  join: { values: { as: 'bob' } },
  leave: { values: { as: 'bob' } },
  add: { values: { who: 'greeter' } },
  mute: { values: { until_date: '1h' }, optional: ['until_date'] },
  promote: { optional: ['rights'] },
  updateService: { values: { name: 'Telegram' }, optional: ['name'] },
  advanceClock: { values: { seconds: '48h' } },
  setClock: { values: { at: '2030-01-01T12:00:00Z' } },
  injectFault: { values: { operation: 'sendMessage', retry_after: '5s' }, optional: ['operation', 'retry_after'] },
  clearWorld: { values: { keep: 'greeter' }, optional: ['keep'] },
  reset: { values: { layer: 'queues' }, optional: ['layer'] },
}
