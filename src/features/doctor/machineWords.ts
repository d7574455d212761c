import { arch, release, type } from 'node:os';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { hasPassword, type ProxyChoice, proxyName } from '../../core/client/proxyChoice.ts';
import { type CheckResult, failed, ok } from '../../core/doctor/check.ts';
import { isDiskFull, isForbidden, withoutPath } from '../../kept/fault.ts';

/** Variables of the environment that name a proxy or exclude hosts from it. */
const VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
]);

/** Says which proxy the requests go through, or why none is used. */
export function judgeProxy(route: ProxyChoice, host: string): CheckResult {
  const facts = proxyFacts();
  if (route.kind === 'direct') {
    const why = {
      loopback: l10n.t('No proxy is used, because {0} is on this machine.', host),
      none: l10n.t('No proxy is used, because none is set.'),
      noProxy: l10n.t('No proxy is used for {0}, because a setting excludes it.', host),
    };
    return ok(why[route.why], facts);
  }
  const name = shownProxy(route.address);
  return ok(
    hasPassword(route.address)
      ? l10n.t(
          'Requests go through the proxy {0} (from {1}), with a user name or password that is not shown.',
          name,
          route.from,
        )
      : l10n.t('Requests go through the proxy {0} (from {1}).', name, route.from),
    facts,
  );
}

/** What the editor's settings and the environment say about proxies, without passwords. */
export function proxyFacts(): readonly string[] {
  const http = vscode.workspace.getConfiguration('http');
  const proxy = http.get<unknown>('proxy');
  const noProxy = http.get<unknown>('noProxy');
  const strict = http.get<unknown>('proxyStrictSSL') !== false;
  const isSet = typeof proxy === 'string' && proxy.trim() !== '';
  const excluded = Array.isArray(noProxy) ? noProxy.filter((one) => typeof one === 'string') : [];
  const variables = VARIABLES.flatMap((name) => {
    const value = process.env[name] ?? '';
    if (value === '') return [];
    return `${name}=${/^no_proxy$/i.test(name) ? value : shownProxy(value)}`;
  });
  return [
    setting('http.proxy', isSet ? shownProxy(proxy.trim()) : ''),
    setting('http.noProxy', excluded.join(', ')),
    setting('http.proxySupport', http.get<unknown>('proxySupport')),
    strict ? l10n.t('{0}: on.', 'http.proxyStrictSSL') : l10n.t('{0}: off.', 'http.proxyStrictSSL'),
    variables.length === 0
      ? l10n.t('Environment: no variable names a proxy.')
      : l10n.t('Environment: {0}.', variables.join('; ')),
  ];
}

function setting(name: string, value: unknown): string {
  const isSet = typeof value === 'string' && value !== '';
  return isSet ? `${name}: ${value}.` : l10n.t('{0}: not set.', name);
}

/** The address without user name and password. */
function shownProxy(address: string): string {
  return proxyName(address) ?? l10n.t('an address that cannot be read');
}

/** @param tried the attempt to read the sign-ins of this window. */
export async function judgeSecrets(tried: Promise<readonly unknown[]>): Promise<CheckResult> {
  try {
    const { length: count } = await tried;
    return ok(
      count === 1
        ? l10n.t('The editor’s secret storage answers. It holds 1 sign-in for this window.')
        : l10n.t(
            'The editor’s secret storage answers. It holds {0} sign-ins for this window.',
            count,
          ),
    );
  } catch (error) {
    // `storedSignIn.ts` has the words.
    const message = error instanceof Error ? error.message : String(error);
    return failed(
      message,
      l10n.t(
        'Unlock or install the keyring of your system, then reload the window. Until then you cannot stay signed in.',
      ),
    );
  }
}

export async function judgeStorage(tried: Promise<void>): Promise<CheckResult> {
  try {
    await tried;
    return ok(l10n.t('Mintscope can write and read its database.'));
  } catch (error) {
    const text = withoutPath(error);
    if (isDiskFull(error)) {
      return failed(
        l10n.t('Mintscope cannot write its database: the disk is full ({0}).', text),
        l10n.t(
          'Free some space. Until then nothing is stored for the next time; everything else works.',
        ),
      );
    }
    if (isForbidden(error)) {
      return failed(
        l10n.t('Mintscope cannot write its database: access to its folder is denied ({0}).', text),
        l10n.t(
          'Check who owns the folder of the editor’s data, and reload the window. Until then nothing is stored for the next time; everything else works.',
        ),
      );
    }
    return failed(
      l10n.t('Mintscope cannot write and read its database ({0}).', text),
      l10n.t('Until that works, nothing is stored for the next time; everything else works.'),
    );
  }
}

export function versions(): CheckResult {
  const mintscope = vscode.extensions.getExtension<unknown>('mintscope.mintscope');
  const { version = l10n.t('of an unknown version') } = (mintscope?.packageJSON ?? {}) as {
    readonly version?: string;
  };
  const { appName, remoteName, uiKind } = vscode.env;
  const editor = `${appName} ${vscode.version}`;
  const isInBrowser = uiKind === vscode.UIKind.Web;
  const found = isInBrowser
    ? l10n.t('Mintscope {0}, {1}, in a browser.', version, editor)
    : l10n.t('Mintscope {0}, {1}, on the desktop.', version, editor);
  return ok(found, [
    machineSentence(remoteName, isInBrowser),
    l10n.t('System: {0}.', `${type()} ${release()} ${arch()}`),
    `Node ${process.versions.node}.`,
  ]);
}

/**
 * On which machine Mintscope runs. On the desktop `remoteName` is a kind, such as `ssh-remote`; in
 * a browser it may be the host of the editor's own server, which a report must not pass on.
 */
function machineSentence(remoteName: string | undefined, isInBrowser: boolean): string {
  if (remoteName === undefined) return l10n.t('It runs on the machine of the editor.');
  return isInBrowser
    ? l10n.t('It runs on a remote machine.')
    : l10n.t('It runs on a remote machine ({0}).', remoteName);
}
