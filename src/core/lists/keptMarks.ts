import { isTime, keptHead, keptJson } from '../model/keptForm.ts';
import type { Json } from '../model/model.ts';
import type { ChangeMark, KnownChanges } from './changeMarks.ts';
import type { KeptOwner } from './keptText.ts';

/** The most that is kept: as many marks as rows, and what fits in a file (`MOST_KEPT_BYTES`). */
const MOST_MARKS = 2_000;
/** JSON may need six bytes for one. */
const MOST_CHARACTERS = 300_000;

/** The changes that were not viewed yet, as they are kept. */
export interface KeptMarks extends KnownChanges {
  /** See `ListState.asOf`. */
  readonly asOf: number;
}

/** Writes the changes of a list, the first 2,000 of them: `[key]` for a new row, `[key, was]` else. */
export function marksText(owner: KeptOwner, { marks, since, inBoth, asOf }: KeptMarks): string {
  const found: [key: string, was?: string | null][] = [];
  let left = MOST_CHARACTERS;
  for (const [key, mark] of marks) {
    left -= key.length + (mark.kind === 'new' ? 0 : (mark.was?.length ?? 0));
    if (left < 0 || found.length === MOST_MARKS) break;
    found.push(mark.kind === 'new' ? [key] : [key, mark.was ?? null]);
  }
  return JSON.stringify({ ...keptHead(owner), asOf, since, inBoth, marks: found });
}

/** Reads what `marksText` wrote; `undefined` if it is torn, of another form or of another owner. */
export function* readMarks(
  owner: KeptOwner,
  bytes: Uint8Array,
): Generator<void, KeptMarks | undefined> {
  const kept = yield* keptJson(owner, bytes);
  if (!kept) return undefined;
  const { asOf, since, inBoth, marks } = kept;
  if (!isTime(asOf) || !Array.isArray(marks)) return undefined;
  return {
    asOf,
    since: isTime(since) ? since : undefined,
    inBoth: isTime(inBoth) ? inBoth : undefined,
    marks: new Map((marks as readonly Json[]).slice(0, MOST_MARKS).flatMap(readMark)),
  };
}

function readMark(entry: Json): [string, ChangeMark][] {
  if (!Array.isArray(entry)) return [];
  const [key, was] = entry as readonly Json[];
  if (typeof key !== 'string') return [];
  if (was === undefined) return [[key, { kind: 'new' }]];
  return [[key, { kind: 'changed', was: typeof was === 'string' ? was : undefined }]];
}
