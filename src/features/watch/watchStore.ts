import type { ActiveConnection } from '../../connection/activeConnection.ts';
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
 * What is watched with a sign-in: a file that all its windows share. In memory for sample data, with
 * `mintscope.keepRows` off, and while the disk fails.
 */
export class WatchStore {
  readonly #connection: ActiveConnection;
  #held = NOTHING_WATCHED;
  /** Whether `#held` is newer than the file. */
  #isUnsaved = false;
  #trouble: string | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(connection: ActiveConnection) {
    this.#connection = connection;
  }

  /** What is watched now, also by other windows. Never rejects. */
  read(): Promise<WatchFile> {
    return this.#inTurn(async ({ id, kept }) => {
      if (!kept || !this.#isKept || this.#isUnsaved) return;
      this.#held = readWatchText(id, await kept.files.read(id, NAME));
    });
  }

  /** Changes it while no other window does. Never rejects. */
  change(work: (file: WatchFile) => WatchFile): Promise<WatchFile> {
    return this.#inTurn(async ({ id, kept }) => {
      let wasApplied = false;
      const apply = (before: WatchFile) => {
        wasApplied = true;
        return (this.#held = work(before));
      };
      const isApplied = () => wasApplied;
      if (!kept || !this.#isKept) {
        apply(this.#held);
        // The file is older from now on.
        this.#isUnsaved = true;
        return;
      }
      try {
        await updateKept(kept.files, id, NAME, (bytes) =>
          watchText(id, apply(this.#isUnsaved ? this.#held : readWatchText(id, bytes))),
        );
        // Not if the person has signed out meanwhile.
        if (!isApplied()) apply(this.#held);
        this.#isUnsaved = false;
      } catch (error) {
        if (!isApplied()) apply(this.#held);
        this.#isUnsaved = true;
        throw error;
      }
    });
  }

  get #isKept(): boolean {
    return (
      this.#connection.kept !== undefined && settings.keepRows && !this.#connection.ended.aborted
    );
  }

  #inTurn(work: (connection: ActiveConnection) => Promise<void>): Promise<WatchFile> {
    const { kept, ended } = this.#connection;
    const done = this.#last.then(async () => {
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
