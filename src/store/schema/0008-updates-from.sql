-- Updates with lower numbers are gone, though their rows may still lie there: those of many are removed by and by.

alter table bots add column updates_from integer not null default 0;
