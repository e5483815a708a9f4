-- How many updates of a bot wait, and which of them have expired, is seen without reading what they say.

create index updates_in_order on updates (bot, update_id, made_ms);
