// What each column of an archive may hold, as SQL that is true of what it may not: an archive comes from anywhere.

import { LATEST_MS } from '../../lib/clock.ts'
import { FILE_KINDS } from '../../spec/file-kinds.ts'
import { LIMITS } from '../../spec/limits.ts'
import { ADMIN_RIGHTS, PERMISSIONS } from '../../spec/rights.ts'
import { UPDATE_TYPES } from '../../spec/update-types.ts'

type Rule = readonly [column: string, isWrong: string]

/** Numbers that are counted on from here have room to go on. */
const MAX_COUNT = 2 ** 52

const flag = (column: string): Rule => [column, `${column} not in (0, 1)`]
const oneOf = (column: string, words: readonly string[]): Rule => [
  column,
  `${column} not in (${words.map((word) => `'${word}'`)})`,
]
const upTo = (column: string, max: number): Rule => [column, `${column} not between 0 and ${max}`]
const count = (column: string): Rule => upTo(column, MAX_COUNT)
const seconds = (column: string): Rule => upTo(column, LATEST_MS / 1000)
const ms = (column: string): Rule => upTo(column, LATEST_MS)
const filled = (column: string): Rule => [column, `${column} = ''`]
const json = (column: string, check: string): Rule => [column, `not ${check}(${column})`]
/** Of a number that something has among the rows of another table. */
const known = (column: string, table: string, key: string): Rule => [
  column,
  `${column} is not null and ${column} not in (select ${key} from ${table})`,
]

export const ROW_RULES: Readonly<Record<string, readonly Rule[]>> = {
  settings: [
    ['value', 'not json_valid(value)'],
    ['value', `name = 'clock' and not is_clock(value)`],
    ['value', `name = 'file_id_key' and (json_type(value) <> 'text' or value = '""')`],
    [
      'value',
      `name in ('update_id_floor', 'file_floor')
        and (json_type(value) <> 'integer' or json_extract(value, '$') > ${MAX_COUNT})`,
    ],
  ],
  users: [
    ['id', 'id < 1'],
    flag('is_bot'),
    ['is_bot', 'is_bot <> (id in (select id from bots))'],
    flag('deleted'),
    filled('handle'),
    upTo('devices', Number.MAX_SAFE_INTEGER),
  ],
  bots: [
    ['owner', 'owner <> id and owner not in (select id from users where not is_bot)'],
    filled('token'),
    ...['verified', 'accepted_terms', 'suspended', 'can_join_groups', 'can_read_all_group_messages'].map(flag),
    json('commands', 'is_commands'),
    ['allowed_updates', 'allowed_updates is not null and not is_filter(allowed_updates)'],
    count('last_update_id'),
    count('updates_from'),
    ['updates_from', 'updates_from > last_update_id + 1'],
    ['last_update_id', 'last_update_id < (select max(update_id) from updates where updates.bot = bots.id)'],
  ],
  private_chats: [
    ['chat', 'chat < 1'],
    ['person', 'person in (select id from bots)'],
    flag('started'),
    flag('blocked'),
    count('last_message_id'),
    count('last_read'),
    ['reply_keyboard', 'reply_keyboard is not null and not is_reply_keyboard(reply_keyboard)'],
  ],
  chats: [
    ['chat', 'chat > -1'],
    filled('handle'),
    oneOf('type', ['group', 'supergroup', 'channel']),
    upTo('permissions', 2 ** PERMISSIONS.length - 1),
    flag('official'),
    [
      'channel',
      `channel is not null and (type <> 'supergroup'
        or channel not in (select chat from chats where type = 'channel' and channel is null))`,
    ],
    count('last_message_id'),
    count('people'),
    count('bots'),
    count('devices'),
  ],
  members: [
    ['chat', 'chat in (select chat from chats where channel is not null)'],
    ['is_bot', 'is_bot <> (user in (select id from bots))'],
    oneOf('status', ['creator', 'administrator', 'member', 'left', 'kicked']),
    upTo('rights', 2 ** ADMIN_RIGHTS.length - 1),
    count('promoted'),
    count('muted_until'),
    flag('subscribed'),
    count('joined_after'),
    count('last_read'),
    count('comments_read'),
  ],
  messages: [
    ['chat', 'chat not in (select chat from private_chats) and chat not in (select chat from chats)'],
    ['message_id', `message_id not between 1 and ${MAX_COUNT}`],
    known('author', 'users', 'id'),
    seconds('date'),
    seconds('edit_date'),
    known('file', 'files', 'file'),
    ['keyboard', 'keyboard is not null and not is_keyboard(keyboard)'],
    [
      'service',
      `service is not null and (not is_service(service) or exists (select 1 from json_tree(service)
        where type = 'integer' and value not in (select id from users)))`,
    ],
  ],
  updates: [
    known('bot', 'bots', 'id'),
    ['update_id', `update_id not between 1 and ${MAX_COUNT}`],
    oneOf('type', UPDATE_TYPES),
    ['body', 'not json_valid(body) or not is_update(body, update_id, type)'],
    ms('made_ms'),
  ],
  spent: [ms('at_ms'), flag('is_send'), count('devices')],
  reached: [count('day'), upTo('nth', Number.MAX_SAFE_INTEGER)],
  webhooks: [
    ['url', `url not like 'https://%' and url not like 'http://%'`],
    ['max_connections', `max_connections not between 1 and ${LIMITS.webhookConnections}`],
    ['secret_token', `secret_token glob '*[^A-Za-z0-9_-]*'`],
    count('failures'),
    count('failed_update'),
    count('retry_at_ms'),
    count('last_error_date'),
  ],
  files: [
    oneOf('kind', FILE_KINDS),
    ['mime', `mime not glob '?*/?*' or mime glob '*[^ -~]*'`],
    count('size'),
    ['size', 'not deleted and size <> (select length(content) from bytes where bytes.unique_id = files.unique_id)'],
    ['width', `kind = 'photo' and ifnull(width, 0) < 1`],
    ['height', `kind = 'photo' and ifnull(height, 0) < 1`],
    flag('deleted'),
  ],
  archive: [ms('at_ms'), flag('frozen'), flag('tokens')],
}
