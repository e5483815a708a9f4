-- The latest edit is looked up; only messages that were edited are in it.

create index messages_edited on messages (edit_date) where edit_date is not null;
