/** How a check of Check Connection ended. */
export type Verdict = 'ok' | 'warning' | 'failed' | 'notChecked';

/** What one check found. Every text is a whole sentence, or one short fact. */
export interface CheckResult {
  readonly verdict: Verdict;
  /** What was found, or why it could not be checked. */
  readonly found: string;
  /** What a person can do about it. */
  readonly advice?: string;
  /** What else is worth reading in a report of a fault. */
  readonly facts?: readonly string[];
}

/** One check, by the name that a person reads. */
export interface Check {
  readonly name: string;
  /**
   * Checks. An error that it rejects with counts as a fault of Mintscope.
   * @param signal aborts when the person cancels or the time of the check is over.
   */
  readonly run: (signal: AbortSignal) => CheckResult | Promise<CheckResult>;
}

/** A check that was run, or that was left out. */
export interface Checked extends CheckResult {
  readonly name: string;
}

export function ok(found: string, facts: readonly string[] = []): CheckResult {
  return { verdict: 'ok', found, facts };
}

export function warning(found: string, advice: string, facts: readonly string[] = []): CheckResult {
  return { verdict: 'warning', found, advice, facts };
}

export function failed(found: string, advice: string, facts: readonly string[] = []): CheckResult {
  return { verdict: 'failed', found, advice, facts };
}

/** @param why a whole sentence: `Not checked, because nobody is signed in.` */
export function notChecked(why: string, facts: readonly string[] = []): CheckResult {
  return { verdict: 'notChecked', found: why, facts };
}
