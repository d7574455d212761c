import { isIP } from 'node:net';
import * as vscode from 'vscode';
import { type CheckedService, networkProbe } from '../../connection/checkedService.ts';
import type { Session } from '../../connection/session.ts';
import type { Clock } from '../../core/base/clock.ts';
import { withDeadline } from '../../core/client/deadline.ts';
import { type Check, type CheckResult, notChecked, ok } from '../../core/doctor/check.ts';
import { judgeTls, unreached } from '../../core/doctor/connectionCheck.ts';
import type { NetworkProbe } from '../../core/doctor/network.ts';
import { hasPassword, proxyName } from '../../core/doctor/proxyChoice.ts';
import { isServiceError } from '../../core/model/serviceError.ts';

/** The longest wait for a name or a connection. */
const LONGEST_MS = 10_000;

const NO_SERVICE = 'Not checked, because no address is known.';

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
  clock: Clock,
): readonly Check[] {
  const names = ['Proxy', 'Name lookup', 'Connection'];
  if (!service) {
    return names.map((name) => ({
      name,
      run: () => notChecked(NO_SERVICE, name === 'Proxy' ? proxyFacts() : []),
    }));
  }
  const { address } = service;
  let made: Promise<NetworkProbe> | undefined;
  const probe = () => (made ??= networkProbe(session, address));
  return [
    { name: 'Proxy', run: async () => judgeProxy(await probe(), address.host) },
    {
      name: 'Name lookup',
      run: async (signal) => {
        const found = await probe();
        return inTime(clock, signal, found.hostname, () => lookUp(found));
      },
    },
    {
      name: 'Connection',
      run: async (signal) => {
        const found = await probe();
        return inTime(clock, signal, address.host, (ended) => connect(found, address, ended));
      },
    },
  ];
}

function judgeProxy({ way }: NetworkProbe, host: string): CheckResult {
  const facts = proxyFacts();
  if (way.kind === 'direct') {
    const why = {
      loopback: `No proxy is used, because ${host} is on this machine.`,
      none: `No proxy is used, because none is set.`,
      noProxy: `No proxy is used for ${host}, because a setting excludes it.`,
    };
    return ok(why[way.why], facts);
  }
  const name = proxyName(way.address);
  return ok(
    hasPassword(way.address)
      ? `Requests go through the proxy ${name} (from ${way.from}), with a user name or password that is not shown.`
      : `Requests go through the proxy ${name} (from ${way.from}).`,
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
      ? `http.proxy: ${proxyName(proxy.trim())}.`
      : 'http.proxy: not set.',
    Array.isArray(noProxy) && noProxy.length > 0
      ? `http.noProxy: ${noProxy.filter((one) => typeof one === 'string').join(', ')}.`
      : 'http.noProxy: not set.',
    typeof support === 'string' ? `http.proxySupport: ${support}.` : 'http.proxySupport: not set.',
    strict ? 'http.proxyStrictSSL: on.' : 'http.proxyStrictSSL: off.',
    set.length === 0
      ? 'Environment: no variable names a proxy.'
      : `Environment: ${set.map(variable).join('; ')}.`,
  ];
}

function variable(name: string): string {
  const value = process.env[name] ?? '';
  return /^no_proxy$/i.test(name) ? `${name}=${value}` : `${name}=${proxyName(value)}`;
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
    return notChecked(`Not checked, because ${hostname} is a number and not a name.`);
  }
  const found = (await probe.lookUp()).join(', ');
  return way.kind === 'proxy'
    ? ok(`The proxy ${hostname} is at ${found}. It looks up the name of the service itself.`)
    : ok(`${hostname} is at ${found}.`);
}

async function connect(
  probe: NetworkProbe,
  { host }: CheckedService['address'],
  signal: AbortSignal,
): Promise<CheckResult> {
  const { tls } = await probe.connect(signal);
  if (tls) return judgeTls(tls, host, probe.strictSSL, Date.now());
  return ok(
    `${host} accepts connections. It is on this machine and uses http, so nothing is encrypted and there is no certificate.`,
  );
}
