import { displayText } from '../base/displayText.ts';
import type { Checked, Verdict } from './check.ts';

/** The longest text of a finding in the report. */
const LONGEST = 600;

const SIGNS: Readonly<Record<Verdict, string>> = {
  ok: '✓',
  warning: '⚠',
  failed: '✗',
  notChecked: '–',
};

/** What a message says of all checks, in one sentence. */
export function summary(checks: readonly Checked[]): string {
  const of = (verdict: Verdict) => checks.filter((check) => check.verdict === verdict);
  const [fault] = of('failed');
  const [doubt] = of('warning');
  const total = checks.length;
  const left = of('notChecked').length;
  if (fault) {
    return `${of('failed').length} of ${total} checks failed. ${fault.name}: ${fault.found}`;
  }
  if (doubt) {
    return `Checks that need attention: ${of('warning').length} of ${total}. ${doubt.name}: ${doubt.found}`;
  }
  return left === 0
    ? `All ${total} checks are fine.`
    : `No fault was found; ${left} of ${total} checks could not be made.`;
}

/** Whether anything failed or needs attention. */
export function hasFault(checks: readonly Checked[]): boolean {
  return checks.some(({ verdict }) => verdict === 'failed' || verdict === 'warning');
}

/** Whether signing in is the next step: the service answers, but accepts no token of this window. */
export function wantsSignIn(checks: readonly Checked[]): boolean {
  const verdictOf = (name: string) => checks.find((check) => check.name === name)?.verdict;
  return verdictOf('Answer') === 'ok' && verdictOf('Token') !== 'ok';
}

/**
 * The report as Markdown, for people and for a report of a fault. The texts must be clean of
 * secrets (`cleaner`). Markup in them is escaped, because some are of the service.
 * @param at when it was made, in milliseconds since 1970.
 */
export function reportText(checks: readonly Checked[], at: number): string {
  const lines = checks.flatMap(({ verdict, name, found, advice, facts = [] }) => [
    `- ${SIGNS[verdict]} **${name}**: ${plain(found)}`,
    ...(advice === undefined ? [] : [`  - **What to do**: ${plain(advice)}`]),
    ...facts.map((fact) => `  - ${plain(fact)}`),
  ]);
  return [
    '# Mintscope: Check Connection',
    '',
    `**${plain(summary(checks))}**`,
    '',
    ...lines,
    '',
    `Made at ${new Date(at).toISOString()}. It holds no token and no password, but the names of the service and of a proxy.`,
    '✓ fine, ⚠ needs attention, ✗ failed, – not checked.',
    '',
  ].join('\n');
}

/** On one line, with a backslash before what could begin markup, a mention or a link to an issue. */
function plain(text: string): string {
  return displayText(text, LONGEST).replace(/[\\`*_[\]<>|~&$@#]/g, String.raw`\$&`);
}
