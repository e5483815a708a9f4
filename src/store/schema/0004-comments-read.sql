-- How far a member of a channel has read its comments chat, which has no members of its own.

alter table members add column comments_read integer not null default 0;
