import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { replayed } from '../../core/watch/replayed.ts';
import {
  NOTHING_WATCHED,
  readWatchText,
  type WatchFile,
  watchText,
} from '../../core/watch/watchText.ts';
import { updateKept } from '../../disk/keptUpdate.ts';
import { settings } from '../../editor/settings.ts';

const NAME = 'watch';

/**
 * What is watched with a sign-in: a file that all its windows share. In memory for sample data and
 * with `mintscope.keepRows` off. What cannot be written is kept in memory, and made again in what
 * the file holds when it can be written.
 */
export class WatchStore {
  readonly #connection: ActiveConnection;
  /** What is watched, as far as this window knows. */
  #held = NOTHING_WATCHED;
  /** What the file held when it was read or written last; `#held` if all is written. */
  #saved = NOTHING_WATCHED;
  #trouble: string | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(connection: ActiveConnection) {
    this.#connection = connection;
  }

  /** What is watched now, also by other windows. Never rejects. */
  read(): Promise<WatchFile> {
    return this.#inTurn(async ({ id, kept }) => {
      if (kept && this.#isKept) this.#take(await kept.files.read(id, NAME), 0);
    });
  }

  /** Changes it while no other window does. Never rejects. */
  change(work: (file: WatchFile) => WatchFile): Promise<WatchFile> {
    return this.#inTurn(async ({ id, kept }) => {
      let made: WatchFile | undefined;
      const make = () => (this.#held = made = work(this.#held));
      try {
        if (!kept || !this.#isKept) return;
        await updateKept(kept.files, id, NAME, (bytes, clearedAt) => {
          this.#take(bytes, clearedAt);
          return watchText(id, make());
        });
        this.#saved = made ?? this.#saved;
      } finally {
        if (!made) make();
      }
    });
  }

  /** Resolves when nothing is read or written any more, with what is watched as far as known. */
  async settled(): Promise<WatchFile> {
    await this.#last;
    return this.#held;
  }

  #take(bytes: Uint8Array | undefined, clearedAt: number): void {
    const file = readWatchText(this.#connection.id, bytes);
    this.#held = replayed(this.#saved, this.#held, file, clearedAt);
    this.#saved = file;
  }

  get #isKept(): boolean {
    return (
      this.#connection.kept !== undefined && settings.keepRows && !this.#connection.ended.aborted
    );
  }

  #inTurn(work: (connection: ActiveConnection) => Promise<void>): Promise<WatchFile> {
    const { kept, ended } = this.#connection;
    const done = this.#last.then(async () => {
      // The file is deleted, so all of it is to be written later.
      if (!this.#isKept) this.#saved = NOTHING_WATCHED;
      try {
        await work(this.#connection);
        this.#trouble = undefined;
      } catch (error) {
        const trouble = String(error);
        if (!ended.aborted && trouble !== this.#trouble)
          kept?.log.warn(`What is watched cannot be kept: ${trouble}`);
        this.#trouble = trouble;
      }
      return this.#held;
    });
    this.#last = done;
    return done;
  }
}
