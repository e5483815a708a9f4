-- What is of this database file and not of the world in it: no export has it, and no import replaces it.

create table database (
  id text not null, -- the folder of bytes beside it carries the same
  needs_log integer not null default 0 -- 1: what is committed last is in the log beside it alone
);

insert into database (id) values (lower(hex(randomblob(16))));
