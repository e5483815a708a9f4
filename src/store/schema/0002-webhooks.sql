-- Where updates of a bot go instead of waiting for getUpdates, and how that has been going.

create table webhooks (
  bot integer primary key references bots,
  url text not null,
  address text, -- what the host resolved to; null: a route says where it is
  secret_token text,
  max_connections integer not null,
  failures integer not null default 0, -- in a row, of the update named next
  failed_update integer,
  retry_at_ms integer not null default 0,
  last_error_date integer,
  last_error_message text
);
