import { isIP } from 'node:net';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type CheckedService, networkProbe } from '../../connection/checkedService.ts';
import type { Session } from '../../connection/session.ts';
import type { Clock } from '../../core/base/clock.ts';
import { withDeadline } from '../../core/client/deadline.ts';
import {
  type Check,
  type Checked,
  type CheckResult,
  notChecked,
  ok,
} from '../../core/doctor/check.ts';
import { judgeTls, unreached } from '../../core/doctor/connectionCheck.ts';
import type { NetworkProbe } from '../../core/doctor/network.ts';
import { hasPassword, proxyName } from '../../core/client/proxyChoice.ts';
import { isServiceError } from '../../core/model/serviceError.ts';

/** The longest wait for a name or a connection. */
const LONGEST_MS = 10_000;

/** Variables of the environment that name a proxy or exclude hosts from it. */
const VARIABLES = [
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'NO_PROXY',
  'no_proxy',
];

/** The checks of the way to a service. They send no request to it, and no token. */
export function networkChecks(
  session: Session,
  service: CheckedService | undefined,
): readonly Check[] {
  const ids = ['proxy', 'nameLookup', 'connection'] as const;
  if (!service) {
    return ids.map((id) => ({
      id,
      run: () =>
        notChecked(
          l10n.t('Not checked, because no address is known.'),
          id === 'proxy' ? proxyFacts() : [],
        ),
    }));
  }
  const { address } = service;
  const { clock } = session;
  let made: Promise<NetworkProbe> | undefined;
  const probe = () => (made ??= networkProbe(session, address));
  return [
    { id: 'proxy', run: async () => judgeProxy(await probe(), address.host) },
    {
      id: 'nameLookup',
      run: async (signal) => {
        const found = await probe();
        // A failure of a proxy says on the way to which host.
        const host = found.way.kind === 'proxy' ? address.host : found.hostname;
        return inTime(clock, signal, host, () => lookUp(found));
      },
    },
    {
      id: 'connection',
      run: async (signal) => {
        const found = await probe();
        return inTime(clock, signal, address.host, (ended) =>
          connect(found, address, clock.now(), ended),
        );
      },
    },
  ];
}

/**
 * What was found, if the editor sends the requests: it looks up names and connects in its own way, so
 * a failure of Mintscope's own does not stop them. Often only the requests, which come last, show it.
 */
export function asEditorConnects(checks: readonly Checked[]): readonly Checked[] {
  const advice = l10n.t('Nothing needs to be done: the editor knows another way, and it is used.');
  return checks.map((check) =>
    check.verdict === 'failed' && (check.id === 'nameLookup' || check.id === 'connection')
      ? { ...check, verdict: 'warning', advice }
      : check,
  );
}

function judgeProxy({ way }: NetworkProbe, host: string): CheckResult {
  const facts = proxyFacts();
  if (way.kind === 'direct') {
    const why = {
      loopback: l10n.t('No proxy is used, because {0} is on this machine.', host),
      none: l10n.t('No proxy is used, because none is set.'),
      noProxy: l10n.t('No proxy is used for {0}, because a setting excludes it.', host),
    };
    return ok(why[way.why], facts);
  }
  const name = shownProxy(way.address);
  return ok(
    hasPassword(way.address)
      ? l10n.t(
          'Requests go through the proxy {0} (from {1}), with a user name or password that is not shown.',
          name,
          way.from,
        )
      : l10n.t('Requests go through the proxy {0} (from {1}).', name, way.from),
    facts,
  );
}

/** What the editor's settings and the environment say, without passwords. */
function proxyFacts(): readonly string[] {
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

/** Words a failure of the network, also if it takes too long. */
async function inTime(
  clock: Clock,
  signal: AbortSignal,
  host: string,
  run: (signal: AbortSignal) => Promise<CheckResult>,
): Promise<CheckResult> {
  try {
    return await withDeadline(clock, LONGEST_MS, signal, run);
  } catch (error) {
    if (!isServiceError(error) || signal.aborted) throw error;
    return unreached(error.failure, host);
  }
}

async function lookUp(probe: NetworkProbe): Promise<CheckResult> {
  const { hostname, way } = probe;
  if (isIP(hostname) !== 0) {
    return ok(l10n.t('{0} is an IP address, so no name is looked up.', hostname));
  }
  const found = (await probe.lookUp()).join(', ');
  return way.kind === 'proxy'
    ? ok(
        l10n.t(
          'The proxy {0} is at {1}. It looks up the name of the service itself.',
          hostname,
          found,
        ),
      )
    : ok(l10n.t('{0} is at {1}.', hostname, found));
}

async function connect(
  probe: NetworkProbe,
  { host }: CheckedService['address'],
  now: number,
  signal: AbortSignal,
): Promise<CheckResult> {
  const { tls } = await probe.connect(signal);
  if (tls) return judgeTls(tls, host, probe.strictSSL, now);
  return ok(
    l10n.t(
      '{0} accepts connections. It is on this machine and uses http, so nothing is encrypted and there is no certificate.',
      host,
    ),
  );
}
