import type { Project } from '../core/model/model.ts';
import type { LastReading } from '../core/stats/reading.ts';

export interface CountedProject {
  readonly project: Project;
  /** The counts to write; `undefined` if none are known. */
  readonly last: LastReading | undefined;
}

/**
 * Projects to export with the counts that are known of them, in this order: an argument of
 * `mintscope.exportProjects`. A class, because an extension may call the command with anything, and
 * nothing else is taken for it.
 */
export class CountedProjects {
  readonly account: string;
  readonly rows: readonly CountedProject[];

  constructor(account: string, rows: readonly CountedProject[]) {
    this.account = account;
    this.rows = rows;
  }
}
