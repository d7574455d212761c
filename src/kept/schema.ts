/** Raised with each change of `TABLES`. No release has an earlier one, so none is converted. */
export const SCHEMA_VERSION = 11;

/**
 * The tables. Times are in milliseconds since 1970.
 *
 * Deletion takes the sign-in off its row of account, in one small write; from then on no window reads
 * what belongs to that row, and it is deleted in steps. Ids are not used again.
 */
export const TABLES = {
  account: `(
    id integer primary key autoincrement,
    sign_in text unique,
    used_at integer not null
  ) strict`,
  // rows is a JSON array of the rows as they were received; head is all else of StoredList.
  list: `(
    id integer primary key,
    account integer not null,
    name text not null,
    as_of integer not null,
    head text not null,
    rows text not null,
    unique (account, name)
  ) strict`,
  // The changes of a list that were not viewed yet.
  mark: `(
    id integer primary key,
    account integer not null,
    name text not null,
    marks text not null,
    unique (account, name)
  ) strict`,
  // moved_at and rest_ms are those of LastReading, not_counts those of Counts, with commas between.
  reading: `(
    id integer primary key autoincrement,
    account integer not null,
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
  ) strict`,
  note: `(
    id integer primary key,
    account integer not null,
    kind text not null,
    project text not null,
    text text not null,
    unique (account, kind, project)
  ) strict`,
  // facts is WatchedProject as JSON, without ref.
  watched: `(
    id integer primary key,
    account integer not null,
    project text not null,
    facts text not null,
    unique (account, project)
  ) strict`,
  // The sign-ins that were ended; without sign_in, all that were in use until then.
  sign_out: `(
    id integer primary key,
    sign_in text,
    at integer not null
  ) strict`,
} as const;

/** The tables whose rows belong to a row of account. */
export const OWNED = ['list', 'mark', 'reading', 'note', 'watched'] as const;
