import * as l10n from '@vscode/l10n';
import { displayText } from '../base/displayText.ts';
import { type CheckId, checkName, type Checked, type Verdict } from './check.ts';

/** Characters of one text. */
const LONGEST = 600;

const SIGNS: Readonly<Record<Verdict, string>> = {
  ok: '✓',
  warning: '⚠',
  failed: '✗',
  notChecked: '–',
};

export function summary(checks: readonly Checked[]): string {
  const of = (verdict: Verdict) => checks.filter((check) => check.verdict === verdict);
  const total = checks.length;
  const values = ({ length: count }: readonly Checked[], { id, found }: Checked) => ({
    ...{ count, total, name: checkName(id), found },
  });
  const [faults, doubts, notChecked] = [of('failed'), of('warning'), of('notChecked').length];
  if (faults[0]) {
    return l10n.t('{count} of {total} checks failed. {name}: {found}', values(faults, faults[0]));
  }
  if (doubts[0]) {
    return l10n.t(
      'Checks that need attention: {count} of {total}. {name}: {found}',
      values(doubts, doubts[0]),
    );
  }
  return notChecked === 0
    ? l10n.t('All {0} checks are fine.', total)
    : l10n.t('No fault was found; {0} of {1} checks could not be run.', notChecked, total);
}

/** The results for the log, not translated: `address ok, proxy ok, nameLookup notChecked`. */
export function verdictsForLog(checks: readonly Checked[]): string {
  return checks.map(({ id, verdict }) => `${id} ${verdict}`).join(', ');
}

export function hasFault(checks: readonly Checked[]): boolean {
  return checks.some(({ verdict }) => verdict === 'failed' || verdict === 'warning');
}

/** Whether signing in is the next step: the service responds, but no token is known to work. */
export function wantsSignIn(checks: readonly Checked[]): boolean {
  const verdictOf = (id: CheckId) => checks.find((check) => check.id === id)?.verdict;
  return verdictOf('answer') === 'ok' && verdictOf('token') !== 'ok';
}

/**
 * The report as Markdown in the editor's language, for the user and for a bug report. The texts
 * must contain no secrets (`cleaner`). Markup in them is escaped: some come from the service.
 * @param at when it was made, in milliseconds since 1970.
 */
export function reportText(checks: readonly Checked[], at: number): string {
  // One fault often makes several checks fail; the advice is given at the first of them.
  const isNew = (advice: string, place: number) =>
    checks.findIndex((check) => check.advice === advice) === place;
  const lines = checks.flatMap(({ verdict, id, found, advice, facts = [] }, place) => [
    `- ${SIGNS[verdict]} **${plain(checkName(id))}**: ${plain(found)}`,
    ...(advice !== undefined && isNew(advice, place)
      ? [`  - **${plain(l10n.t('What to do'))}**: ${plain(advice)}`]
      : []),
    ...facts.map((fact) => `  - ${plain(fact)}`),
  ]);
  return [
    `# Mintscope: ${plain(l10n.t('Check Connection'))}`,
    '',
    `**${plain(summary(checks))}**`,
    '',
    ...lines,
    '',
    l10n.t(
      'Made at {0}. It contains no token and no password, but it names the service and any proxy.',
      new Date(at).toISOString(),
    ),
    l10n.t('✓ fine, ⚠ needs attention, ✗ failed, – not checked.'),
    '',
  ].join('\n');
}

/** On one line, with a backslash before what could begin markup, a mention or a link to an issue. */
function plain(text: string): string {
  return displayText(text, LONGEST).replace(/[\\`*_[\]<>|~&$@#]/g, String.raw`\$&`);
}

/**
 * Returns a function that removes the token, user names and passwords in addresses, and the home
 * directory from a text.
 * @param hideToken replaces the token in a text.
 */
export function cleaner(hideToken: (text: string) => string, home: string) {
  return (text: string): string => {
    const hidden = hideToken(text).replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#]*@/gi, '$1');
    // `/` alone would match in every address.
    return home.length > 1 ? hidden.replaceAll(home, '~') : hidden;
  };
}
