import * as l10n from '@vscode/l10n';
import type { Clock } from '../base/clock.ts';
import { withDeadline } from '../client/deadline.ts';
import { isServiceError } from '../model/serviceError.ts';
import {
  type Check,
  type Checked,
  type CheckId,
  type CheckResult,
  failed,
  notChecked,
} from './check.ts';

/** The longest time of one check. Its requests end sooner and say more. */
export const LONGEST_CHECK_MS = 20_000;

interface RunOptions {
  readonly clock: Clock;
  /** Ends the checks when it aborts. */
  readonly stopped: AbortSignal;
  /** Why the checks that are left out were not run: a whole sentence. */
  readonly whyStopped: () => string;
  /** Called as a check begins. @param at its place, from 0. */
  readonly onBegin: (id: CheckId, at: number) => void;
  /** Called with an error that no check should reject with. */
  readonly onFault: (id: CheckId, error: unknown) => void;
  /** Removes secrets from a text. */
  readonly clean: (text: string) => string;
}

/**
 * Runs the checks one after another. A check that fails stops none of the others; each decides
 * itself whether it can be made. Resolves as soon as `stopped` aborts, with a result for each.
 */
export async function runChecks(
  checks: readonly Check[],
  options: RunOptions,
): Promise<readonly Checked[]> {
  const results: Checked[] = [];
  for (const [at, check] of checks.entries()) {
    const result = await runOne(check, at, options);
    results.push({ id: check.id, ...cleaned(result, options.clean) });
  }
  return results;
}

async function runOne(
  { id, run }: Check,
  at: number,
  { clock, stopped, whyStopped, onBegin, onFault }: RunOptions,
): Promise<CheckResult> {
  if (!stopped.aborted) onBegin(id, at);
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

function cleaned(
  { verdict, found, advice, facts = [] }: CheckResult,
  clean: (text: string) => string,
): CheckResult {
  return {
    verdict,
    found: clean(found),
    ...(advice !== undefined && { advice: clean(advice) }),
    facts: facts.map(clean),
  };
}
