-- What is known of files; their bytes lie beside the database, named after their content.

create table files (
  file integer primary key,
  kind text not null, -- photo, video, audio, document
  unique_id text not null, -- of the content
  name text not null,
  mime text not null,
  size integer not null,
  width integer, -- of photos
  height integer,
  deleted integer not null default 0
);

-- A file sent anew after its deletion is another file: the identifiers of the old one stay dead.
create unique index files_alive on files (unique_id, kind, name, mime) where not deleted;
