import { type CountName, COUNTS, forEachCount } from '../model/counts.ts';
import { isTime, keptHead, keptJson } from '../model/keptForm.ts';
import { formatRef, type Json } from '../model/model.ts';
import { parseProjectRef } from '../model/projectRef.ts';
import { DAY_MS, HOUR_MS, joined, lastOfEach, MINUTE_MS } from './history.ts';
import type { History, Reading } from './reading.ts';

/** By `t/12`. */
export type Histories = ReadonlyMap<string, History>;

/** The text of a file, and what it holds. */
interface HistoryFile {
  readonly text: string;
  readonly histories: Histories;
}

/** The most that a text may have; it is ASCII, so characters are bytes. */
const MOST_BYTES = 2_000_000;

/**
 * What is given up, in this order, until the text is short enough. Each is applied to the project
 * whose last reading is the oldest, again while it helps, then to the next project.
 */
const REDUCTIONS: readonly ((history: History) => History)[] = [
  withoutOldestDay,
  (history) => lastOfEach(history, () => MINUTE_MS),
  (history) => lastOfEach(history, () => HOUR_MS),
  (history) => history.slice(-1),
  // Only if there are more projects than a text can name.
  () => [],
];

/**
 * Writes the histories of a sign-in, up to 2 MB: `["t/12","<reading>;<reading>"]` for each project,
 * the one whose last reading is the oldest first. A reading is the milliseconds since the one before
 * (the first: since 1970) and the counts, as in `5012,,1204,,`: nothing for a count that is as
 * before, `-` for one that was not given. As JSON arrays, 2 MB take four to seven times as long to read. What
 * does not fit is left out, see `REDUCTIONS`.
 * @param signIn the id of the sign-in. A file that says otherwise is ignored.
 */
export function* historyText(signIn: string, histories: Histories): Generator<void, HistoryFile> {
  const head = `${JSON.stringify(keptHead({ signIn })).slice(0, -1)},"histories":[\n`;
  const tail = '\n]}';
  let left = MOST_BYTES - head.length - tail.length;
  const all: { readonly ref: string; history: History; line: string }[] = [];
  for (const [ref, history] of histories) {
    const line = yield* lineOf(ref, history);
    if (line === '') continue;
    left -= line.length + 2;
    all.push({ ref, history, line });
    yield;
  }
  const time = ({ history }: (typeof all)[number]) => history.at(-1)?.at ?? 0;
  all.sort((one, other) => time(one) - time(other) || (one.ref < other.ref ? -1 : 1));
  for (const reduce of REDUCTIONS) {
    for (const one of all) {
      while (left < 0) {
        const fewer = reduce(one.history);
        if (fewer.length === one.history.length) break;
        const line = yield* lineOf(one.ref, fewer);
        left += one.line.length - line.length + (line === '' ? 2 : 0);
        [one.history, one.line] = [fewer, line];
        yield;
      }
    }
  }
  const kept = all.filter(({ line }) => line !== '');
  return {
    text: head + kept.map(({ line }) => line).join(',\n') + tail,
    histories: new Map(kept.map(({ ref, history }) => [ref, history])),
  };
}

/**
 * Reads what `historyText` wrote; empty if it is torn, of another form or of another sign-in. What
 * is no reading is left out.
 */
export function* readHistoryText(signIn: string, bytes: Uint8Array): Generator<void, Histories> {
  const histories = new Map<string, History>();
  const file = yield* keptJson({ signIn }, bytes);
  if (!file) return histories;
  for (const line of Array.isArray(file.histories) ? (file.histories as readonly Json[]) : []) {
    const [name, text] = Array.isArray(line) ? (line as readonly Json[]) : [];
    const ref = typeof name === 'string' ? parseProjectRef(name) : undefined;
    const history = typeof text === 'string' ? yield* readingsOf(text) : [];
    if (!ref || history.length === 0) continue;
    const key = formatRef(ref);
    histories.set(key, joined(histories.get(key) ?? [], history));
    yield;
  }
  return histories;
}

/** Readings that are written or read before it yields. */
const AT_A_TIME = 500;

/** Empty without readings. */
function* lineOf(ref: string, history: History): Generator<void, string> {
  let text = '';
  let before: Reading | undefined;
  for (const [index, reading] of history.entries()) {
    text += `${before ? ';' : ''}${reading.at - (before?.at ?? 0)}`;
    for (const name of COUNTS) {
      const count = reading[name];
      text += count === before?.[name] ? ',' : `,${count ?? '-'}`;
    }
    before = reading;
    if (index % AT_A_TIME === 0) yield;
  }
  return before ? JSON.stringify([ref, text]) : '';
}

/** Up to the first reading without a time: those after it count from that time. */
function* readingsOf(text: string): Generator<void, History> {
  const history: Reading[] = [];
  let before: Reading | undefined;
  for (const [index, entry] of text.split(';').entries()) {
    const [since = '', ...counts] = entry.split(',');
    const at = (before?.at ?? 0) + (/^\d+$/.test(since) ? Number(since) : NaN);
    if (!isTime(at) || at === before?.at) break;
    const of = (name: CountName, place: number) => countOf(counts[place], before?.[name]);
    before = { at, ...forEachCount(of) };
    history.push(before);
    if (index % AT_A_TIME === 0) yield;
  }
  return history;
}

/** @param before what an empty text stands for. */
function countOf(text: string | undefined, before: number | undefined): number | undefined {
  if (!text) return before;
  const count = Number(text);
  return Number.isFinite(count) ? count : undefined;
}

/** Without the readings of its first day (of UTC), if it goes on after that. */
function withoutOldestDay(history: History): History {
  const [first] = history;
  if (!first) return history;
  const end = (Math.floor(first.at / DAY_MS) + 1) * DAY_MS;
  const rest = history.findIndex(({ at }) => at >= end);
  return rest < 0 ? history : history.slice(rest);
}
