-- Messages lie in the order in which they came, so that those of one commit share a page, however many chats they are
-- for. Ordered by chat, each had a page of its own, and a full page in the midst of others was shared out among them.

create table messages_as_they_come (
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
);

insert into messages_as_they_come select * from messages order by date, chat, message_id;
drop table messages;
alter table messages_as_they_come rename to messages;
