import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { hasPassword, type ProxyChoice, proxyName } from '../../core/client/proxyChoice.ts';
import { type CheckResult, ok } from '../../core/doctor/check.ts';

/** Variables of the environment that name a proxy or exclude hosts from it. */
const VARIABLES = [
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'NO_PROXY',
  'no_proxy',
];

/** Which proxy requests go through, or why none. */
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

/** What the editor's settings and the environment say, without passwords. */
export function proxyFacts(): readonly string[] {
  const http = vscode.workspace.getConfiguration('http');
  const proxy = http.get<unknown>('proxy');
  const noProxy = http.get<unknown>('noProxy');
  const support = http.get<unknown>('proxySupport');
  const strict = http.get<unknown>('proxyStrictSSL') !== false;
  const set = VARIABLES.filter((name) => (process.env[name] ?? '') !== '');
  return [
    typeof proxy === 'string' && proxy.trim() !== ''
      ? `http.proxy: ${shownProxy(proxy.trim())}.`
      : notSet('http.proxy'),
    Array.isArray(noProxy) && noProxy.length > 0
      ? `http.noProxy: ${noProxy.filter((one) => typeof one === 'string').join(', ')}.`
      : notSet('http.noProxy'),
    typeof support === 'string' ? `http.proxySupport: ${support}.` : notSet('http.proxySupport'),
    strict ? l10n.t('{0}: on.', 'http.proxyStrictSSL') : l10n.t('{0}: off.', 'http.proxyStrictSSL'),
    set.length === 0
      ? l10n.t('Environment: no variable names a proxy.')
      : l10n.t('Environment: {0}.', set.map(variable).join('; ')),
  ];
}

function notSet(name: string): string {
  return l10n.t('{0}: not set.', name);
}

function variable(name: string): string {
  const value = process.env[name] ?? '';
  return /^no_proxy$/i.test(name) ? `${name}=${value}` : `${name}=${shownProxy(value)}`;
}

/** Without user name and password. */
function shownProxy(address: string): string {
  return proxyName(address) ?? l10n.t('an address that cannot be read');
}
