// Rules for rows that an SQL CHECK cannot express: JSON shapes and consistency between tables.

import * as z from 'zod'
import { parseJson } from '../../lib/text.ts'
import { LIMITS } from '../../spec/limits.ts'
import { UPDATE_TYPES } from '../../spec/update-types.ts'
import { MAX_COUNT } from '../schema.ts'

/** A rule for the rows of a table: the column to name in errors, and an SQL condition that is true for wrong rows. */
type Rule = readonly [column: string, isWrong: string]

const shape = (column: string, check: keyof typeof SHAPES): Rule => [
  column,
  `${column} is not null and not ${check}(${column})`,
]
const reference = (column: string, table: string, key: string): Rule => [
  column,
  `${column} is not null and ${column} not in (select ${key} from ${table})`,
]

const text = z.string()
const button = z.strictObject({ text, callback_data: text.optional(), url: text.optional() })

const SHAPES = {
  is_keyboard: z.array(z.array(button)),
  is_reply_keyboard: z.array(z.array(z.strictObject({ text }))),
  is_service: z.union([
    z.strictObject({ new_chat_members: z.array(z.int()) }),
    z.strictObject({ left_chat_member: z.int() }),
  ]),
  is_commands: z.array(z.strictObject({ command: text, description: text })),
  is_filter: z.array(z.enum(UPDATE_TYPES)).min(1),
  is_clock: z.strictObject({ offsetMs: z.number(), frozenAtMs: z.number().nullable() }),
}

export const ROW_RULES: Readonly<Record<string, readonly Rule[]>> = {
  bytes: [['content', `length(content) > ${LIMITS.fileBytes}`]],
  settings: [['value', `name = 'clock' and not is_clock(value)`]],
  users: [['is_bot', 'is_bot <> (id in (select id from bots))']],
  bots: [
    ['owner', 'owner <> id and owner not in (select id from users where not is_bot)'],
    shape('commands', 'is_commands'),
    shape('allowed_updates', 'is_filter'),
    ['last_update_id', 'last_update_id < (select max(update_id) from updates where updates.bot = bots.id)'],
  ],
  private_chats: [['person', 'person in (select id from bots)'], shape('reply_keyboard', 'is_reply_keyboard')],
  chats: [
    [
      'channel',
      `channel is not null and channel not in (select chat from chats where type = 'channel' and channel is null)`,
    ],
  ],
  members: [
    ['chat', 'chat in (select chat from chats where channel is not null)'],
    ['is_bot', 'is_bot <> (user in (select id from bots))'],
  ],
  files: [
    ['size', 'not deleted and size <> (select length(content) from bytes where bytes.unique_id = files.unique_id)'],
  ],
  messages: [
    ['chat', 'chat not in (select chat from private_chats) and chat not in (select chat from chats)'],
    reference('author', 'users', 'id'),
    reference('file', 'files', 'file'),
    shape('keyboard', 'is_keyboard'),
    shape('service', 'is_service'),
    [
      'service',
      `exists (select 1 from json_tree(service) where type = 'integer' and value not in (select id from users))`,
    ],
  ],
  updates: [
    reference('bot', 'bots', 'id'),
    ['update_id', `update_id not between 1 and ${MAX_COUNT}`],
    ['body', 'not json_valid(body) or not is_update(body, update_id, type)'],
  ],
}

/** The JavaScript functions that the SQL conditions of the rules call. */
export const RULE_FUNCTIONS: Readonly<Record<string, (...values: unknown[]) => 0 | 1>> = {
  ...Object.fromEntries(
    Object.entries(SHAPES).map(([name, schema]) => [
      name,
      (value: unknown) => asBit(schema.safeParse(parseJson(String(value)), { jitless: true }).success),
    ]),
  ),
  is_update: (body, id, type) => asBit(isUpdate(body, id, type)),
}

/**
 * Checks an update. Its JSON must begin with `{"update_id":<id>,"<type>":{`, without spaces, because renumbering
 * replaces everything before the first comma.
 */
function isUpdate(body: unknown, id: unknown, type: unknown): boolean {
  if (!String(body).startsWith(`{"update_id":${id},"${type}":{`)) return false
  const update = parseJson(String(body))
  return typeof update === 'object' && update !== null && Object.keys(update).join() === `update_id,${type}`
}

const asBit = (is: boolean) => (is ? 1 : 0)
