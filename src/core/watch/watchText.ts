import type { Reading } from '../stats/reading.ts';
import { forEachCount } from '../model/counts.ts';
import { isKeptFor, isTime, keptHead } from '../model/keptForm.ts';
import { isObject } from '../model/json.ts';
import type { Json } from '../model/model.ts';
import { formatRef } from '../model/model.ts';
import { parseProjectRef } from '../model/projectRef.ts';
import type { Lease } from './lease.ts';
import type { Pause } from './pollPlan.ts';
import { MOST_WATCHED, NEWS, type News, type Watched } from './watchList.ts';

/** What is kept of watching for a sign-in. */
export interface WatchFile {
  readonly lease?: Lease | undefined;
  /** A wait that the service has asked one window for; all windows heed it. */
  readonly pause?: Pause | undefined;
  readonly watched: readonly Watched[];
}

export const NOTHING_WATCHED: WatchFile = { watched: [] };

/** @param signIn the id of the sign-in. A file that says otherwise is ignored. */
export function watchText(signIn: string, { lease, pause, watched }: WatchFile): string {
  const all = watched.map((one) => ({ ...one, ref: formatRef(one.ref) }));
  return JSON.stringify({ ...keptHead({ signIn }), lease, pause, watched: all });
}

/** Reads what `watchText` wrote; nothing if it is torn, of another form or of another sign-in. */
export function readWatchText(signIn: string, bytes: Uint8Array | undefined): WatchFile {
  const file = bytes && parsed(new TextDecoder().decode(bytes));
  if (!isKeptFor({ signIn }, file)) return NOTHING_WATCHED;
  const { lease, pause, watched } = file;
  const all = Array.isArray(watched) ? (watched as readonly Json[]).flatMap(watchedOf) : [];
  return {
    lease: leaseOf(lease),
    pause: pauseOf(pause),
    watched: all.slice(0, MOST_WATCHED),
  };
}

/** How many projects a file names, of whichever sign-in. */
export function watchedIn(bytes: Uint8Array): number {
  const file = parsed(new TextDecoder().decode(bytes));
  return file !== undefined && isObject(file) && Array.isArray(file.watched)
    ? file.watched.length
    : 0;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function leaseOf(value: Json | undefined): Lease | undefined {
  if (value === undefined || !isObject(value)) return undefined;
  const { window, at } = value;
  return typeof window === 'string' && isTime(at) ? { window, at } : undefined;
}

function pauseOf(value: Json | undefined): Pause | undefined {
  if (value === undefined || !isObject(value)) return undefined;
  const { at, ms } = value;
  return isTime(at) && isTime(ms) ? { at, ms } : undefined;
}

function watchedOf(value: Json): Watched[] {
  if (!isObject(value)) return [];
  const { name, row, since, movedAt, news, stalled } = value;
  const ref = typeof value.ref === 'string' ? parseProjectRef(value.ref) : undefined;
  if (!ref || !isTime(since)) return [];
  const one: Watched = {
    ref,
    name: typeof name === 'string' ? name : '',
    row: typeof row === 'string' ? row : undefined,
    since,
    last: readingOf(value.last),
    movedAt: isTime(movedAt) ? movedAt : undefined,
    news: isNews(news) ? news : undefined,
    stalled: stalled === true,
  };
  return [one];
}

function readingOf(value: Json | undefined): Reading | undefined {
  if (value === undefined || !isObject(value) || !isTime(value.at)) return undefined;
  const counts = forEachCount((name) => {
    const count = value[name];
    return typeof count === 'number' ? count : undefined;
  });
  return { at: value.at, ...counts };
}

function isNews(value: Json | undefined): value is News {
  return NEWS.some((name) => name === value);
}
