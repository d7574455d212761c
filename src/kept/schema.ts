/** Raised with each change of `SCHEMA`. No release has an earlier one, so none is converted. */
export const SCHEMA_VERSION = 7;

/**
 * The tables. Rows of sign_out and renewed stay when a sign-in is deleted; all others are
 * deleted with it. Times are in milliseconds since 1970. Cleared data does not come back from
 * another window, because data from before the time of the clearing is not written.
 */
export const SCHEMA = `
-- Tables of an earlier build.
drop table if exists list;
drop table if exists mark;
drop table if exists reading;
drop table if exists acknowledged;
drop table if exists watched;
drop table if exists snapshot;
drop table if exists account;
drop table if exists sign_out;
drop table if exists renewed;

-- Without sign_in, the user has signed out, and what is left is being deleted. An id is not used
-- again, because the user may be answering just then whether to clear the account.
create table account (
  id integer primary key autoincrement,
  sign_in text unique,
  used_at integer not null,
  rows_cleared_at integer not null default 0,
  readings_cleared_at integer not null default 0,
  watched_cleared_at integer not null default 0
) strict;

-- The rows of a list as they were received, in one JSON array; head is all else of StoredList.
create table list (
  id integer primary key,
  account integer not null references account on delete cascade,
  name text not null,
  as_of integer not null,
  head text not null,
  rows text not null,
  unique (account, name)
) strict;

-- The changes of a list that were not viewed yet. They are written without the rows when some of
-- them were viewed.
create table mark (
  id integer primary key,
  account integer not null references account on delete cascade,
  name text not null,
  marks text not null,
  unique (account, name)
) strict;

-- moved_at and rest_ms are those of LastReading, not_counts those of Counts, with commas between.
create table reading (
  id integer primary key autoincrement,
  account integer not null references account on delete cascade,
  project text not null,
  at integer not null,
  total real,
  confirmed real,
  processing real,
  pending real,
  failed real,
  burned real,
  cancelled real,
  other real,
  not_counts text,
  moved_at integer not null,
  rest_ms integer,
  unique (account, project, at)
) strict;

-- What a project needed attention for when the user acknowledged it.
create table acknowledged (
  id integer primary key,
  account integer not null references account on delete cascade,
  project text not null,
  concerns text not null,
  unique (account, project)
) strict;

-- The projects that the user watches, in the order in which they were added; facts is WatchedProject
-- as JSON, without ref.
create table watched (
  id integer primary key,
  account integer not null references account on delete cascade,
  project text not null,
  facts text not null,
  unique (account, project)
) strict;

-- The sign-ins that were ended; without sign_in, all that were in use until then.
create table sign_out (
  id integer primary key,
  sign_in text,
  at integer not null
) strict;

-- The account of a token that renews another one. name is the accountName of that token.
create table renewed (
  name text primary key,
  account text not null
) strict;

pragma user_version = ${SCHEMA_VERSION};
`;
