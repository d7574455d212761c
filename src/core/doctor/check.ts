import * as l10n from '@vscode/l10n';
import type { Clock } from '../base/clock.ts';
import { withDeadline } from '../client/deadline.ts';
import { describeFailure } from '../messages/failureMessages.ts';
import { type Failure, isServiceError } from '../model/serviceError.ts';

/** The time limit of a check. Each of its requests has a shorter one, with a specific failure. */
export const LONGEST_CHECK_MS = 20_000;

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

export type Verdict = 'ok' | 'warning' | 'failed' | 'notChecked';

/** The result of a check. Every text is a whole sentence or one short fact. */
export interface CheckResult {
  readonly verdict: Verdict;
  /** The finding, or why it could not be checked. */
  readonly found: string;
  readonly advice?: string;
  /** Further facts for a bug report. */
  readonly facts?: readonly string[];
}

export interface Check {
  readonly id: CheckId;
  /**
   * Rejects only if `signal` aborted; any other rejection is reported as a bug of Mintscope.
   * @param signal aborts when the user cancels or the time of the check is over.
   */
  readonly run: (signal: AbortSignal) => CheckResult | Promise<CheckResult>;
}

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

/** The result of a check whose request or connection failed. */
export function failedBy(failure: Failure, host: string, facts?: readonly string[]): CheckResult {
  const { reason, hint } = describeFailure(failure, host);
  return failed(reason, hint, facts);
}

interface RunOptions {
  readonly clock: Clock;
  /** Ends the checks when it aborts. */
  readonly stopped: AbortSignal;
  /** Why the remaining checks were not run: a whole sentence. */
  readonly whyStopped: () => string;
  /** Called as a check begins. @param at its place, from 0. */
  readonly onBegin: (id: CheckId, at: number) => void;
  /** Called with an unexpected error of a check, which is a bug of Mintscope. */
  readonly onFault: (id: CheckId, error: unknown) => void;
  /** Removes secrets from a text. */
  readonly clean: (text: string) => string;
}

/**
 * Runs the checks one after another. A failed check does not stop the others; each decides itself
 * whether it can be made. Resolves as soon as `stopped` aborts, with a result for each.
 */
export async function runChecks(
  checks: readonly Check[],
  options: RunOptions,
): Promise<readonly Checked[]> {
  const { stopped, onBegin, clean } = options;
  const results: Checked[] = [];
  for (const [at, check] of checks.entries()) {
    if (!stopped.aborted) onBegin(check.id, at);
    const { verdict, found, advice, facts = [] } = await runOne(check, options);
    results.push({
      ...{ id: check.id, verdict, found: clean(found), facts: facts.map(clean) },
      ...(advice !== undefined && { advice: clean(advice) }),
    });
  }
  return results;
}

async function runOne({ id, run }: Check, options: RunOptions): Promise<CheckResult> {
  const { clock, stopped, whyStopped, onFault } = options;
  try {
    return await withDeadline(clock, LONGEST_CHECK_MS, stopped, async (signal) => run(signal));
  } catch (error) {
    if (stopped.aborted) return notChecked(whyStopped());
    if (isServiceError(error) && error.failure.kind === 'timeout') {
      return failed(
        l10n.t('There was no result within {0} seconds.', LONGEST_CHECK_MS / 1000),
        l10n.t('Try again; if that does not help, report it with this page.'),
      );
    }
    onFault(id, error);
    return failed(
      l10n.t('Mintscope itself has a fault here.'),
      l10n.t('Try again; the log says more. If that does not help, report it with this page.'),
    );
  }
}
