import * as vscode from 'vscode';
import { perConnection } from '../connection/perConnection.ts';
import type { Standing } from '../core/arrange/projectFilter.ts';
import type { ProjectRef } from '../core/model/model.ts';

/** What one feature knows of the rows of a connection. It sets that, and other surfaces show it. */
export class RowFacts<Fact> {
  readonly #changed = new vscode.EventEmitter<readonly string[]>();
  readonly #areAlike: (before: Fact, after: Fact) => boolean;
  /** By the keys of the rows. */
  all: ReadonlyMap<string, Fact> = new Map();

  /** Fires with the keys of facts that were added or removed, or are not alike. */
  readonly onDidChange = this.#changed.event;

  constructor(areAlike: (before: Fact, after: Fact) => boolean = () => true) {
    this.#areAlike = areAlike;
  }

  set(all: ReadonlyMap<string, Fact>): void {
    const before = this.all;
    this.all = all;
    const changed: string[] = [];
    for (const [key, fact] of all) {
      const was = before.get(key);
      if (was === undefined || !this.#areAlike(was, fact)) changed.push(key);
    }
    for (const key of before.keys()) if (!all.has(key)) changed.push(key);
    if (changed.length > 0) this.#changed.fire(changed);
  }
}

/** The projects that the sign-in watches, set by `features/watch`. A row itself may have no kind. */
export const watchedOf = perConnection(() => new RowFacts<ProjectRef>());

/** The projects that the user has acknowledged, and whether they need attention. */
export const acknowledgedOf = perConnection(() => new RowFacts<{ readonly isAlarm: boolean }>());

/**
 * The standings of projects, set by `features/attention`, also of those that need no attention. Of
 * shares, an event reports only that all have become confirmed, or the reverse.
 */
export const standingsOf = perConnection(
  () =>
    new RowFacts<Standing>(
      (before, after) =>
        before.alarm === after.alarm &&
        before.acknowledged === after.acknowledged &&
        isWhole(before) === isWhole(after),
    ),
);

/** Whether all are confirmed; `undefined` if that is not known. */
function isWhole({ percent }: Standing): boolean | undefined {
  return percent === undefined ? undefined : percent === 100;
}
