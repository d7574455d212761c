import type { JsonObject, Project } from '../core/model/model.ts';

export interface CountedProject {
  readonly project: Project;
  /** As the service gives stats, and when they were asked for; `undefined` if none are known. */
  readonly stats: JsonObject | undefined;
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
