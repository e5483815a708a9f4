-- The messenger: people, bots, chats, messages, updates, and what the limits are counted from.
-- Times are Unix seconds, except columns ending in _ms.

create table settings (
  name text primary key,
  value text not null -- JSON
) without rowid;

create table users (
  id integer primary key,
  handle text not null unique,
  is_bot integer not null,
  first_name text not null,
  last_name text,
  username text collate nocase unique,
  language_code text,
  devices integer not null default 1,
  deleted integer not null default 0
);

create table bots (
  id integer primary key references users,
  token text not null unique,
  owner integer not null references users,
  verified integer not null default 0,
  accepted_terms integer not null default 1,
  suspended integer not null default 0,
  can_join_groups integer not null default 1,
  can_read_all_group_messages integer not null default 1,
  description text not null default '',
  short_description text not null default '',
  commands text not null default '[]', -- JSON
  allowed_updates text, -- JSON; null: every type but chat_member
  last_update_id integer not null default 0
);

-- A person's chat with a bot. On the wire its id is the person's; here it has a positive number of its own.
create table private_chats (
  chat integer primary key,
  bot integer not null references bots,
  person integer not null references users,
  started integer not null default 0,
  blocked integer not null default 0,
  last_message_id integer not null default 0,
  last_read integer not null default 0,
  pinned_message_id integer,
  reply_keyboard text, -- JSON
  unique (bot, person)
);
create index private_chats_of_person on private_chats (person);

-- Groups, channels and the comments chats of channels. Their number is their id on the wire, below 0.
create table chats (
  chat integer primary key,
  handle text not null unique,
  type text not null,
  title text not null,
  username text collate nocase unique,
  description text,
  permissions integer not null default 0,
  official integer not null default 0,
  channel integer unique references chats, -- of a comments chat: the channel it belongs to
  last_message_id integer not null default 0,
  pinned_message_id integer,
  -- kept by the triggers below, so that one message to ten thousand people costs what one to ten costs
  people integer not null default 0,
  bots integer not null default 0,
  devices integer not null default 0
);

create table members (
  chat integer not null references chats,
  user integer not null references users,
  is_bot integer not null,
  status text not null, -- creator, administrator, member, left, kicked
  rights integer not null default 0,
  custom_title text,
  promoted integer not null default 0, -- place in the order of promotions
  muted_until integer, -- null: not muted; 0: without end
  subscribed integer not null default 1, -- 0: runs a channel without being one of its subscribers
  joined_after integer not null default 0, -- the last message before the latest joining
  last_read integer not null default 0,
  present integer generated always as (status in ('creator', 'administrator', 'member')) virtual,
  primary key (chat, user)
) without rowid;
create index chats_of_user on members (user);
create index bots_of_chat on members (chat) where is_bot = 1;
create index admins_of_chat on members (chat) where status in ('creator', 'administrator');

create trigger member_arrives after insert on members when new.present begin
  update chats set
    people = people + (not new.is_bot and new.subscribed),
    bots = bots + new.is_bot,
    devices = devices + iif(new.is_bot, 0, (select min(devices, 10) from users where id = new.user))
  where chat = new.chat;
end;

create trigger member_changes after update of status, subscribed on members
when old.present <> new.present or (new.present and old.subscribed <> new.subscribed) begin
  update chats set
    people = people + (not new.is_bot and new.subscribed and new.present)
                    - (not old.is_bot and old.subscribed and old.present),
    bots = bots + new.is_bot * (new.present - old.present),
    devices = devices + (new.present - old.present)
                      * iif(new.is_bot, 0, (select min(devices, 10) from users where id = new.user))
  where chat = new.chat;
end;

create trigger member_gets_devices after update of devices on users when not new.is_bot begin
  update chats set devices = devices + min(new.devices, 10) - min(old.devices, 10)
  where chat in (select chat from members where user = new.id and present);
end;

create table messages (
  chat integer not null,
  message_id integer not null,
  author integer not null, -- also of a channel post, which does not show it
  date integer not null,
  edit_date integer,
  text text,
  caption text,
  file integer, -- its number among the files
  reply_to integer,
  keyboard text, -- JSON rows of an inline keyboard
  service text, -- JSON of a membership message
  primary key (chat, message_id)
) without rowid;

create table updates (
  bot integer not null,
  update_id integer not null,
  type text not null,
  body text not null, -- JSON of the whole Update
  made_ms integer not null,
  primary key (bot, update_id)
) without rowid;

-- Whose id a bot has met in an update or an answer.
create table seen (
  bot integer not null,
  user integer not null,
  primary key (bot, user)
) without rowid;

-- The ledger that the message limits are derived from.
create table spent (
  bot integer not null,
  owner integer not null,
  chat integer not null,
  at_ms integer not null,
  is_send integer not null, -- 0: a group edit, which fills the minute of its chat but not the second of its bot
  devices integer not null
);
create index spent_by_bot on spent (bot, at_ms) where is_send = 1;
create index spent_in_chat on spent (chat, bot, at_ms) where chat < 0;
create index spent_devices on spent (at_ms) where devices > 0;

-- The distinct chats a bot has addressed on a day, numbered as they came.
create table reached (
  bot integer not null,
  day integer not null,
  chat integer not null,
  nth integer not null,
  primary key (bot, day, chat)
) without rowid;
create index reached_in_order on reached (bot, day, nth);
