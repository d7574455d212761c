import type { Project } from '../core/model/model.ts';
import type { LastReading } from '../core/stats/reading.ts';

export interface CountedProject {
  readonly project: Project;
  /** The counts to export; `undefined` if none are known. */
  readonly last: LastReading | undefined;
}

/**
 * Projects to export in this order, with the counts that are known of them: an argument of
 * `mintscope.exportProjects`. It is a class, so that the command recognizes it by `instanceof`:
 * other extensions may call the command with anything.
 */
export class CountedProjects {
  readonly account: string;
  readonly rows: readonly CountedProject[];

  constructor(account: string, rows: readonly CountedProject[]) {
    this.account = account;
    this.rows = rows;
  }
}
