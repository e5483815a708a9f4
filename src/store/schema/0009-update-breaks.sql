-- Where the queue of a bot is broken: numbers are missing, or what follows was made earlier. Between two breaks there is
-- an update of every number, and each was made no earlier than the one before it.

create table update_breaks (
  bot integer not null,
  last integer not null, -- the last number before it
  next integer not null, -- the first number after it
  primary key (bot, last)
) without rowid;

insert into update_breaks
  select bot, last, update_id from (
    select bot, update_id, made_ms, lag(update_id) over queue as last, lag(made_ms) over queue as last_ms from updates
    window queue as (partition by bot order by update_id)
  ) where update_id > last + 1 or made_ms < last_ms
  union all
  select bot, max(update_id), last_update_id + 1 from updates join bots on id = bot
    group by bot having max(update_id) < last_update_id;
