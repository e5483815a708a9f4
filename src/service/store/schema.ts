// The SQL schema of a world and of an archive.
//
// Times are Unix seconds, except in columns whose names end in _ms. Increase SCHEMA_VERSION with every change to this
// file.

import { LATEST_MS } from '../../lib/clock.ts'
import { FILE_KINDS } from '../rules/file-kinds.ts'
import { LIMITS } from '../rules/limits.ts'
import { ADMIN_RIGHTS, PERMISSIONS } from '../rules/rights.ts'
import { UPDATE_TYPES } from '../rules/update-types.ts'

export const SCHEMA_VERSION = 16

const FLAG = 'in (0, 1)'
/** An SQL condition for the integers that JavaScript can represent exactly. */
const INTEGER = `between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`
const ID = `between 1 and ${Number.MAX_SAFE_INTEGER}`
/** The maximum of stored counters. It leaves room below the largest exact integer, so that counting can continue. */
const MAX_COUNT = 2 ** 52
const COUNT = `between 0 and ${MAX_COUNT}`
const NUMBER = `between 1 and ${MAX_COUNT}`
const SECONDS = `between 0 and ${LATEST_MS / 1000}`
const MS = `between 0 and ${LATEST_MS}`
const oneOf = (words: readonly string[]) => `in (${words.map((word) => `'${word}'`).join(', ')})`

/** An SQL condition that is true for current members of a chat. */
export const isPresent = (row = 'members') => `${row}.status in ('creator', 'administrator', 'member')`

const countedDevices = (devices: string) => `min(${devices}, ${LIMITS.devicesPerPerson})`
const devicesOfMember = `iif(new.is_bot, 0, (select ${countedDevices('devices')} from users where id = new.user))`

export const WORLD_SCHEMA = `
create table settings (
  name text primary key,
  value text not null,
  constraint value check (case
    when not json_valid(value) then 0
    when name = 'file_id_key' then json_type(value) = 'text' and value <> '""'
    when name in ('update_id_floor', 'file_floor')
      then json_type(value) = 'integer' and json_extract(value, '$') ${COUNT}
    else 1 end)
) strict, without rowid;

create table users (
  id integer primary key check (id ${ID}),
  handle text not null unique check (handle <> ''),
  is_bot integer not null check (is_bot ${FLAG}),
  first_name text not null,
  last_name text,
  username text collate nocase unique,
  language_code text,
  devices integer not null default 1 check (devices between 0 and ${Number.MAX_SAFE_INTEGER}),
  deleted integer not null default 0 check (deleted ${FLAG})
) strict;

create table bots (
  id integer primary key references users,
  token text not null unique check (token <> ''),
  owner integer not null references users,
  verified integer not null default 0 check (verified ${FLAG}),
  accepted_terms integer not null default 1 check (accepted_terms ${FLAG}),
  suspended integer not null default 0 check (suspended ${FLAG}),
  can_join_groups integer not null default 1 check (can_join_groups ${FLAG}),
  can_read_all_group_messages integer not null default 1 check (can_read_all_group_messages ${FLAG}),
  description text not null default '',
  short_description text not null default '',
  commands text not null default '[]', -- JSON
  allowed_updates text, -- JSON; null: every type but chat_member
  last_update_id integer not null default 0 check (last_update_id ${COUNT})
) strict;

-- The webhooks of bots, and the state of their deliveries.
create table webhooks (
  bot integer primary key references bots,
  url text not null check (url like 'https://%' or url like 'http://%'),
  address text, -- what the host resolved to; null: a route gives the address
  secret_token text check (secret_token not glob '*[^A-Za-z0-9_-]*'),
  max_connections integer not null check (max_connections between 1 and ${LIMITS.webhookConnections}),
  failures integer not null default 0 check (failures ${COUNT}), -- in a row, of failed_update
  failed_update integer check (failed_update ${COUNT}),
  retry_at_ms integer not null default 0 check (retry_at_ms ${COUNT}),
  last_error_date integer check (last_error_date ${COUNT}),
  last_error_message text
) strict;

-- A person's chat with a bot. The bot API shows the person's id as its id; the key here is a separate positive number.
create table private_chats (
  chat integer primary key check (chat ${ID}),
  bot integer not null references bots,
  person integer not null references users,
  started integer not null default 0 check (started ${FLAG}),
  blocked integer not null default 0 check (blocked ${FLAG}),
  last_message_id integer not null default 0 check (last_message_id ${COUNT}),
  last_read integer not null default 0 check (last_read ${COUNT}),
  pinned_message_id integer check (pinned_message_id ${COUNT}),
  reply_keyboard text, -- JSON
  unique (bot, person)
) strict;
create index private_chats_of_person on private_chats (person);

-- Groups, channels and the comments chats of channels. The key is the negative id that the bot API shows.
create table chats (
  chat integer primary key check (chat between -${Number.MAX_SAFE_INTEGER} and -1),
  handle text not null unique check (handle <> ''),
  type text not null check (type in ('group', 'supergroup', 'channel')),
  title text not null,
  username text collate nocase unique,
  description text,
  permissions integer not null default 0 check (permissions between 0 and ${2 ** PERMISSIONS.length - 1}),
  official integer not null default 0 check (official ${FLAG}),
  -- of a comments chat: the channel it belongs to
  channel integer unique references chats check (channel is null or type = 'supergroup'),
  last_message_id integer not null default 0 check (last_message_id ${COUNT}),
  pinned_message_id integer check (pinned_message_id ${COUNT}),
  -- kept by the triggers below, so that a message to ten thousand people costs as much as one to ten
  people integer not null default 0 check (people ${COUNT}),
  bots integer not null default 0 check (bots ${COUNT}),
  devices integer not null default 0 check (devices ${COUNT})
) strict;

create table members (
  chat integer not null references chats,
  user integer not null references users,
  is_bot integer not null check (is_bot ${FLAG}),
  status text not null check (status in ('creator', 'administrator', 'member', 'left', 'kicked')),
  rights integer not null default 0 check (rights between 0 and ${2 ** ADMIN_RIGHTS.length - 1}),
  custom_title text,
  promoted integer not null default 0 check (promoted ${COUNT}), -- position in the order of promotions
  muted_until integer check (muted_until ${COUNT}), -- null: not muted; 0: without end
  joined_after integer not null default 0 check (joined_after ${COUNT}), -- the last message before the latest joining
  last_read integer not null default 0 check (last_read ${COUNT}),
  comments_read integer not null default 0 check (comments_read ${COUNT}), -- the last read message of the comments chat
  primary key (chat, user)
) strict, without rowid;
create index chats_of_user on members (user);
create index bots_of_chat on members (chat) where is_bot = 1;
create index admins_of_chat on members (chat) where status in ('creator', 'administrator');

create trigger member_arrives after insert on members when ${isPresent('new')} begin
  update chats set
    people = people + (not new.is_bot),
    bots = bots + new.is_bot,
    devices = devices + ${devicesOfMember}
  where chat = new.chat;
end;

create trigger member_changes after update of status on members
when (${isPresent('old')}) <> (${isPresent('new')}) begin
  update chats set
    people = people + (not new.is_bot) * ((${isPresent('new')}) - (${isPresent('old')})),
    bots = bots + new.is_bot * ((${isPresent('new')}) - (${isPresent('old')})),
    devices = devices + ((${isPresent('new')}) - (${isPresent('old')})) * ${devicesOfMember}
  where chat = new.chat;
end;

create trigger member_gets_devices after update of devices on users when not new.is_bot begin
  update chats set devices = devices + ${countedDevices('new.devices')} - ${countedDevices('old.devices')}
  where chat in (select chat from members where user = new.id and ${isPresent()});
end;

-- Files. Their contents are in a folder beside the database, under the content id.
create table files (
  file integer primary key check (file ${ID}),
  kind text not null check (kind ${oneOf(FILE_KINDS)}),
  unique_id text not null check (unique_id not glob '*[^A-Za-z0-9_-]*' and length(unique_id) = 22), -- of the content
  name text not null,
  mime text not null check (mime glob '?*/?*' and mime not glob '*[^ -~]*'),
  size integer not null check (size ${COUNT}),
  width integer check (width ${NUMBER}),
  height integer check (height ${NUMBER}),
  in_group integer not null check (in_group ${FLAG}), -- 1: was in a group, so that bots can't send it to a private chat
  deleted integer not null default 0 check (deleted ${FLAG}),
  constraint width check (kind <> 'photo' or width is not null),
  constraint height check (kind <> 'photo' or height is not null)
) strict;

-- A file that is sent again after its deletion becomes a new row, so that identifiers of the deleted file stay invalid.
create unique index files_alive on files (unique_id, kind, name, mime, in_group) where not deleted;

-- Rows are stored in the order of insertion, so that all messages of one commit share a page. A table ordered by chat
-- would write a page for each chat.
create table messages (
  chat integer not null check (chat ${INTEGER}),
  message_id integer not null check (message_id ${NUMBER}),
  author integer not null check (author ${ID}), -- also of a channel post, which does not show it
  date integer not null check (date ${SECONDS}),
  edit_date integer check (edit_date ${SECONDS}),
  text text,
  caption text,
  file integer check (file ${ID}),
  reply_to integer check (reply_to ${COUNT}),
  keyboard text, -- JSON rows of an inline keyboard
  service text, -- JSON of a membership message
  primary key (chat, message_id)
) strict;

-- Finds the date of the latest edit; the index contains only edited messages.
create index messages_edited on messages (edit_date) where edit_date is not null;

-- Counts the unread messages about joined and left members.
create index messages_about_members on messages (chat, message_id, author) where service is not null;

create table updates (
  bot integer not null check (bot ${ID}),
  update_id integer not null check (update_id ${INTEGER}), -- below 0 while it is renumbered
  type text not null check (type ${oneOf(UPDATE_TYPES)}),
  body text not null, -- JSON of the whole Update
  made_ms integer not null check (made_ms ${MS}),
  primary key (bot, update_id)
) strict, without rowid;

-- Counts the pending updates of a bot and finds the expired ones without reading their bodies.
create index updates_in_order on updates (bot, update_id, made_ms);

-- The users that each bot has seen in an update or an answer.
create table seen_users (
  bot integer not null check (bot ${INTEGER}),
  user integer not null check (user ${INTEGER}),
  primary key (bot, user)
) strict, without rowid;

-- The sent messages, from which the message limits are derived. All recent rows are read when a world is opened.
create table ledger (
  bot integer not null check (bot ${INTEGER}),
  owner integer not null check (owner ${INTEGER}),
  chat integer not null check (chat ${INTEGER}),
  at_ms integer not null check (at_ms ${MS}),
  is_send integer not null check (is_send ${FLAG}), -- 0: a group edit, which counts for its chat but not for its bot
  devices integer not null check (devices ${COUNT})
) strict;

-- The distinct chats to which a bot has sent messages on a day, numbered in order.
create table daily_chats (
  bot integer not null check (bot ${INTEGER}),
  day integer not null check (day ${COUNT}),
  chat integer not null check (chat ${INTEGER}),
  nth integer not null check (nth between 0 and ${Number.MAX_SAFE_INTEGER}),
  primary key (bot, day, chat)
) strict, without rowid;
create index daily_chats_in_order on daily_chats (bot, day, nth);`

/** The tables that only an archive has: the time of the export, and the contents of the files. */
export const ARCHIVE_SCHEMA = `
create table archive (
  at_ms integer not null check (at_ms ${MS}),
  frozen integer not null check (frozen ${FLAG}),
  tokens integer not null check (tokens ${FLAG}) -- 1: with the tokens of bots and the secrets of webhooks
) strict;

create table bytes (
  unique_id text primary key not null,
  content blob not null
) strict;`
