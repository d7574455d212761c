import * as l10n from '@vscode/l10n';
import { displayText } from '../../core/base/displayText.ts';
import { fullDate } from '../../core/base/format.ts';
import { withDeadline } from '../../core/client/deadline.ts';
import { failureForLog, isServiceError } from '../../core/model/serviceError.ts';
import type { Log } from '../../editor/log.ts';
import {
  type Check,
  type CheckResult,
  CHECKS,
  type Examination,
  failedBy,
  notChecked,
  type Verdict,
} from './checks.ts';
import { arch, release, type } from 'node:os';
import * as vscode from 'vscode';
import { proxyName } from '../../net/proxyChoice.ts';

export const LONGEST_CHECK_MS = 20_000;
/** Characters of one text. */
const LONGEST_TEXT = 600;

const SIGNS: Readonly<Record<Verdict, string>> = {
  ok: '✓',
  warning: '⚠',
  failed: '✗',
  notChecked: '–',
};

export interface Checked extends CheckResult, Pick<Check, 'id' | 'name'> {}

/**
 * Runs the checks one after another. Resolves as soon as `stopped` aborts, with a result for each.
 * @param say shows the check that begins, and by how many percent the work has come further.
 * @param log gets unexpected errors, which are bugs of Mintscope.
 */
export async function runChecks(
  examination: Examination,
  stopped: AbortSignal,
  say: (words: string, percent: number) => void,
  log: Pick<Log, 'error'>,
  checks = CHECKS,
): Promise<readonly Checked[]> {
  const { session, service } = examination;
  const host = service?.address.host ?? l10n.t('the service');
  const resultOf = async (check: Check): Promise<CheckResult> => {
    try {
      return await withDeadline(session.clock, LONGEST_CHECK_MS, stopped, async (signal) =>
        check.run(examination, signal),
      );
    } catch (error) {
      if (stopped.aborted) return notChecked(l10n.t('Not checked, because it was stopped.'));
      if (isServiceError(error)) return failedBy(error.failure, host);
      log.error(`Check Connection, ${check.id}: ${failureForLog(error)}`);
      return failedBy({ kind: 'internal' }, host);
    }
  };
  const total = checks.length;
  const results: Checked[] = [];
  for (const check of checks) {
    const { id, name } = check;
    const values = { step: results.length + 1, total, name: name() };
    if (!stopped.aborted) say(l10n.t('{step} of {total}: {name}', values), 100 / total);
    results.push({ id, name, ...(await resultOf(check)) });
  }
  return results;
}

export function isFault({ verdict }: Checked): boolean {
  return verdict === 'failed' || verdict === 'warning';
}

export function summary(checks: readonly Checked[]): string {
  const total = checks.length;
  const faults = checks.filter(isFault);
  const first = faults.find(({ verdict }) => verdict === 'failed') ?? faults[0];
  if (first) {
    const values = { count: faults.length, total, name: first.name(), found: first.found };
    return l10n.t('{name}: {found} {count} of {total} checks found a fault.', values);
  }
  const missing = checks.filter(({ verdict }) => verdict === 'notChecked').length;
  return missing === 0
    ? l10n.t('All {0} checks are fine.', total)
    : l10n.t('No fault was found; {0} of {1} checks could not be run.', missing, total);
}

/**
 * Markup in the texts is escaped: some come from the service.
 * @param at when it was made, in milliseconds since 1970.
 * @param clean see `cleaner`.
 */
export function reportText(
  checks: readonly Checked[],
  environment: readonly string[],
  at: number,
  clean: (text: string) => string,
): string {
  // With a backslash before what could begin markup, a mention or a link to an issue.
  const plain = (text: string) =>
    displayText(clean(text), LONGEST_TEXT).replace(/[\\`*_[\]<>|~&$@#]/g, String.raw`\$&`);
  const lines: string[] = [];
  // One fault may make several checks fail; the advice is given at the first of them.
  const given = new Set(['']);
  for (const { verdict, name, found, advice = '', facts = [] } of checks) {
    lines.push(`- ${SIGNS[verdict]} **${plain(name())}**: ${plain(found)}`);
    const below = given.has(advice) ? facts : [`${l10n.t('What to do')}: ${advice}`, ...facts];
    lines.push(...below.map((fact) => `  - ${plain(fact)}`));
    given.add(advice);
  }
  return [
    `# Mintscope: ${l10n.t('Check Connection')}`,
    `**${plain(summary(checks))}**`,
    lines.join('\n'),
    environment.map((line) => `- ${plain(line)}`).join('\n'),
    l10n.t(
      'Made at {0}. It contains no token and no password, but it names the service and any proxy.',
      fullDate(at),
    ),
    l10n.t('✓ fine, ⚠ needs attention, ✗ failed, – not checked.'),
    '',
  ].join('\n\n');
}

/** Removes the token, user names and passwords in addresses, and the home directory. */
export function cleaner(hideToken: (text: string) => string, home: string) {
  return (text: string): string => {
    const hidden = hideToken(text).replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#]*@/gi, '$1');
    // `/` alone would match in every address.
    return home.length > 1 ? hidden.replaceAll(home, '~') : hidden;
  };
}

const SETTINGS = ['proxy', 'noProxy', 'proxySupport', 'proxyStrictSSL'];
const VARIABLES = ['https_proxy', 'http_proxy', 'no_proxy'].flatMap((name) => [
  name.toUpperCase(),
  name,
]);

/** The versions and the network settings, for a bug report: not translated, without passwords. */
export function environment(): readonly string[] {
  const mintscope = vscode.extensions.getExtension<unknown>('mintscope.mintscope');
  const { version = '?' } = (mintscope?.packageJSON ?? {}) as { readonly version?: string };
  const http = vscode.workspace.getConfiguration('http');
  return [
    `Mintscope ${version}, ${vscode.env.appName} ${vscode.version}, ${place()}`,
    `${type()} ${release()} ${arch()}, Node ${process.versions.node}`,
    ...SETTINGS.map((name) => `http.${name}: ${shown(http.get<unknown>(name))}`),
    ...VARIABLES.filter((name) => process.env[name]).map(
      (name) => `${name}: ${shown(process.env[name])}`,
    ),
  ];
}

/**
 * On the desktop `remoteName` is a kind, such as `ssh-remote`; in a browser it may be the host of
 * the editor's own server, which a report must not pass on.
 */
function place(): string {
  const { remoteName, uiKind } = vscode.env;
  if (uiKind === vscode.UIKind.Web) return remoteName === undefined ? 'browser' : 'browser, remote';
  return remoteName === undefined ? 'desktop' : `desktop, ${remoteName}`;
}

/** An address without user name and password. */
function shown(value: unknown): string {
  if (value === undefined || value === '') return 'not set';
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
  return text.includes('@') ? (proxyName(text) ?? 'cannot be read') : text;
}
