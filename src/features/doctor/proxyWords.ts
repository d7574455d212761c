import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { hasPassword, type ProxyChoice, proxyName } from '../../core/client/proxyChoice.ts';
import { type CheckResult, ok } from '../../core/doctor/check.ts';

/** Variables of the environment that name a proxy or exclude hosts from it. */
const VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
]);

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
  const strict = http.get<unknown>('proxyStrictSSL') !== false;
  const isSet = typeof proxy === 'string' && proxy.trim() !== '';
  const hosts = Array.isArray(noProxy) ? noProxy.filter((one) => typeof one === 'string') : [];
  const variables = VARIABLES.flatMap((name) => {
    const value = process.env[name] ?? '';
    if (value === '') return [];
    return `${name}=${/^no_proxy$/i.test(name) ? value : shownProxy(value)}`;
  });
  return [
    setting('http.proxy', isSet ? shownProxy(proxy.trim()) : ''),
    setting('http.noProxy', hosts.join(', ')),
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

/** Without user name and password. */
function shownProxy(address: string): string {
  return proxyName(address) ?? l10n.t('an address that cannot be read');
}
