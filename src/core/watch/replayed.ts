import { laterOf } from './pollPlan.ts';
import { keyOf, MOST_WATCHED, type Watched } from './watchList.ts';
import type { WatchFile } from './watchText.ts';

/**
 * What a window has changed and could not write, changed in what the file holds now. What other
 * windows have changed meanwhile stays; of two readings of a project, the newer one counts.
 * @param before what the file held when this window read it last.
 * @param mine what this window made of that.
 * @param clearedAt what was added up to then is not added again (`updateKept`).
 */
export function replayed(
  before: WatchFile,
  mine: WatchFile,
  now: WatchFile,
  clearedAt: number,
): WatchFile {
  if (mine === before) return now;
  const [old, own, there] = [byKey(before), byKey(mine), byKey(now)];
  const left = now.watched.flatMap((one) => {
    const key = keyOf(one);
    const [was, is] = [old.get(key), own.get(key)];
    if (is) return [changed(was, is, one)];
    return was ? [] : [one];
  });
  const added = mine.watched.filter((one) => {
    const key = keyOf(one);
    return !old.has(key) && !there.has(key) && one.since > clearedAt;
  });
  const lease = isSame(now.lease, before.lease) ? mine.lease : now.lease;
  const pause = laterOf(mine.pause, now.pause);
  return { lease, pause, watched: [...left, ...added].slice(0, MOST_WATCHED) };
}

function byKey({ watched }: WatchFile): ReadonlyMap<string, Watched> {
  return new Map(watched.map((one) => [keyOf(one), one]));
}

function changed(was: Watched | undefined, mine: Watched, now: Watched): Watched {
  if (isSame(mine, was)) return now;
  if (isSame(now, was)) return mine;
  return (now.last?.at ?? 0) > (mine.last?.at ?? 0) ? now : mine;
}

/** Both are data that came from a file, or are written to it. */
function isSame(one: object | undefined, other: object | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
