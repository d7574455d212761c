import type { Project } from '../core/model/model.ts';
import { statusTone } from '../core/model/statusTone.ts';
import type { RowTone } from '../core/stats/rowTone.ts';

/** What the counts of a project, and what the user does with it, add to its row. */
export interface RowLook {
  readonly tone: RowTone;
  /** Beside the name: `63% · 14 min ago · Failed 38 · acknowledged · watched`. */
  readonly words: string;
  /** What a screen reader says after the name. */
  readonly spoken: readonly string[];
  /** Why it needs attention; without `failed` that only the status says, which the row shows. */
  readonly chips: string;
  /** Words for the conditions of menus: `attention`, `ended`, `watched`. */
  readonly context: readonly string[];
}

/** The look of a row without counts. */
export function bareLook({ status }: Pick<Project, 'status'>): RowLook {
  return { tone: statusTone(status), words: '', spoken: [], chips: '', context: [] };
}

/** Whether two looks are drawn alike. */
export function isSameLook(one: RowLook, other: RowLook): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
