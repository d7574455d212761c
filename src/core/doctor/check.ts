import * as l10n from '@vscode/l10n';

/** The names of the checks of Check Connection. */
const NAMES = {
  address: () => l10n.t('Address'),
  proxy: () => l10n.t('Proxy'),
  nameLookup: () => l10n.t('Name lookup'),
  connection: () => l10n.t('Connection'),
  answer: () => l10n.t('Answer'),
  token: () => l10n.t('Token'),
  speed: () => l10n.t('Speed'),
  pages: () => l10n.t('Pages'),
  clock: () => l10n.t('Clock'),
  secretStorage: () => l10n.t('Secret storage'),
  files: () => l10n.t('Files'),
  versions: () => l10n.t('Versions'),
};

export type CheckId = keyof typeof NAMES;

/** How a check ended. */
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

/** One check. */
export interface Check {
  readonly id: CheckId;
  /**
   * Checks. An error that it rejects with counts as a fault of Mintscope.
   * @param signal aborts when the person cancels or the time of the check is over.
   */
  readonly run: (signal: AbortSignal) => CheckResult | Promise<CheckResult>;
}

/** A check that was run, or that was left out. */
export interface Checked extends CheckResult {
  readonly id: CheckId;
}

/** The name of a check for the user: `Name lookup`. */
export function checkName(id: CheckId): string {
  return NAMES[id]();
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
