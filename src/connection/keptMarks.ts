import type { ListMarks, Marks } from '../core/lists/changeMarks.ts';
import { marksText, readMarks } from '../core/lists/keptMarks.ts';
import type { KeptOwner } from '../core/lists/keptText.ts';
import type { ListName } from '../core/messages/listMessages.ts';
import { inSlices } from '../core/model/breath.ts';
import { breath } from '../editor/breath.ts';
import { systemClock } from '../editor/systemClock.ts';
import { SAMPLE } from './activeConnection.ts';
import type { Catalog } from './catalog.ts';
import type { Session } from './session.ts';

/** That rows were viewed is written at most this often. */
const VIEWED_MS = 1000;

/** Keeps which changes of a list were not viewed yet, and brings them back with its rows. */
export class MarksKeeper {
  readonly #session: Session;
  readonly #name: ListName;
  readonly #list: Catalog[ListName];
  readonly #marks: ListMarks;
  readonly #onFailure: (error: unknown) => void;
  /** What was kept last. */
  #kept: Marks | undefined;
  /** The rows that were viewed since then. */
  readonly #seen = new Set<string>();
  #viewed: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** @param onFailure called if it cannot be written that rows were viewed. */
  constructor(
    session: Session,
    catalog: Catalog,
    name: ListName,
    marks: ListMarks,
    onFailure: (error: unknown) => void,
  ) {
    this.#session = session;
    this.#name = name;
    this.#list = catalog[name];
    this.#marks = marks;
    this.#kept = marks.marks;
    this.#onFailure = onFailure;
    marks.onSeen((keys) => {
      for (const key of keys) this.#seen.add(key);
      this.#viewed ??= setTimeout(this.#keepViewed, VIEWED_MS);
    });
  }

  /**
   * Call it before the rows of the list are restored: the marks come back with them. Rejects as the
   * file system does.
   */
  async restore(signIn: string): Promise<void> {
    const owner = { signIn, list: this.#name };
    const bytes = await this.#session.parts.kept.read(signIn, nameOf(owner));
    const kept = bytes && (await inSlices(readMarks(owner, bytes), breath));
    if (kept) this.#marks.restore(kept);
  }

  /**
   * Keeps the marks as they are now, unless they were kept. Rejects as the file system does.
   *
   * Call it before the rows of a refresh are kept. If nothing is written after that, the earlier
   * rows are restored, and the next refresh finds the changes again. The other way round, the later
   * rows would be restored without their changes.
   */
  async keep(): Promise<void> {
    const { current, parts } = this.#session;
    const { asOf } = this.#list.state;
    const { marks, since, inBoth } = this.#marks;
    if (!current || current.scope === SAMPLE || asOf === undefined || marks === this.#kept) return;
    const owner = { signIn: current.id, list: this.#name };
    /** What else has changed once the file is written. */
    let then = () => {
      this.#kept = marks;
    };
    const change = async (bytes: Uint8Array | undefined, clearedAt: number) => {
      const there = bytes && (await inSlices(readMarks(owner, bytes), breath));
      // Another window has kept marks of rows that it read later; without them, its changes would
      // be lost. A time that has not come was kept before the clock was set back.
      if (there && there.asOf > asOf && there.asOf <= systemClock.now()) {
        then = () => {
          this.#seen.clear();
        };
        const left = new Map([...there.marks].filter(([key]) => !this.#seen.has(key)));
        return left.size < there.marks.size
          ? marksText(owner, { ...there, marks: left })
          : undefined;
      }
      // No file is the same as a file without marks.
      if (asOf <= clearedAt || (marks.size === 0 && !there?.marks.size)) return undefined;
      then = () => {
        this.#kept = marks;
        this.#seen.clear();
      };
      return marksText(owner, { asOf, marks, since, inBoth });
    };
    const done = this.#writing.then(async () => {
      const { updateKept } = await import('../disk/keptUpdate.ts');
      await updateKept(parts.kept, owner.signIn, nameOf(owner), change);
      then();
    });
    this.#writing = done.catch(() => undefined);
    await done;
  }

  /** Call it when the rows were removed: the marks are removed too, which is nothing to keep. */
  forget(): void {
    this.#kept = this.#marks.marks;
    this.#seen.clear();
  }

  /** Call it when the files were deleted: the marks on screen are to be kept again. */
  keepAgain(): void {
    this.#kept = undefined;
  }

  /** Resolves when nothing is written any more. */
  async dispose(): Promise<void> {
    if (this.#viewed) this.#keepViewed();
    await this.#writing;
  }

  readonly #keepViewed = (): void => {
    clearTimeout(this.#viewed);
    this.#viewed = undefined;
    this.keep().catch(this.#onFailure);
  };
}

function nameOf({ list }: KeptOwner): string {
  return `${list}.marks`;
}
