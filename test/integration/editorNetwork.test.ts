import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { windowTransport } from '../../src/net/origin.ts';
import { systemClock } from '../../src/editor/systemClock.ts';
import { failureOf } from '../support/failures.ts';
import { type FakeProxy, startFakeProxy } from '../support/fakeProxy.ts';
import { resolveNames } from '../support/names.ts';
import type { RawServer } from '../support/rawServer.ts';
import { startTlsService } from '../support/tlsService.ts';

const HOST = 'api.example.test';
const ORIGIN = `https://${HOST}`;
/** The settings of Mintscope: no proxy. */
const UNAWARE = { proxy: '', noProxy: [], strictSSL: false, editorFetch: true };

/**
 * The editor's patched `fetch`. A proxy from the system or a PAC file is not in the settings, so the
 * test gives Mintscope settings without the proxy.
 */
describe('A proxy that only the editor knows', () => {
  const http = vscode.workspace.getConfiguration('http');
  const { NODE_TLS_REJECT_UNAUTHORIZED: variable } = process.env;
  let service: RawServer;
  let proxy: FakeProxy;
  /** One port for all tests, because VS Code 1.105 uses the first proxy until it restarts. */
  let at = 0;
  let restoreNames: () => void;
  let requests: { url?: string | undefined; authorization?: string | undefined }[];
  let answer: { status: number; headers: Record<string, string> };
  let logged: string[];

  const set = async (name: string, value: unknown) => {
    await http.update(name, value, vscode.ConfigurationTarget.Global);
  };
  const startProxy = async (credentials?: string) => {
    const options = credentials === undefined ? {} : { credentials };
    proxy = await startFakeProxy(service.port, { ...options, at });
    at = proxy.port;
    await set('proxy', proxy.origin);
  };

  before(async () => {
    service = await startTlsService(({ url, headers: { authorization } }, response) => {
      requests.push({ url, authorization });
      response.writeHead(answer.status, answer.headers).end('{}');
    });
  });
  beforeEach(async () => {
    requests = [];
    logged = [];
    answer = { status: 200, headers: {} };
    restoreNames = resolveNames({});
    // The certificate of the test is not trusted. With system certificates, the editor would verify
    // it in spite of this variable.
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    await set('systemCertificates', false);
  });
  afterEach(async () => {
    restoreNames();
    if (variable === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = variable;
    await set('proxy', undefined);
    await set('systemCertificates', undefined);
    await proxy.close();
  });
  after(() => service.close());

  const start = () =>
    windowTransport(() => ({
      settings: UNAWARE,
      userAgent: 'mintscope/1.2.3',
      uptime: systemClock.uptime,
      log: (line) => logged.push(line),
    }));
  const request = () => ({
    url: new URL(`${ORIGIN}/v2/projects?page=1`),
    headers: { authorization: 'Bearer token-of-the-editor' },
    signal: AbortSignal.timeout(10_000),
    maxBodyBytes: 1000,
  });

  it('sends requests through the editor’s proxy for a host that nothing else resolves', async () => {
    await startProxy();
    const transport = start();
    const { status, body } = await transport.get(request());
    assert.deepEqual([status, Buffer.from(body).toString()], [200, '{}']);
    assert.deepEqual(requests, [
      { url: '/v2/projects?page=1', authorization: 'Bearer token-of-the-editor' },
    ]);
    assert.equal(proxy.asked[0]?.target, `${HOST}:443`);
    assert.ok(!JSON.stringify(proxy.asked).includes('token-of-the-editor'));
    assert.equal(transport.at(ORIGIN)?.sentBy, 'editor');
    const ways = logged.filter((line) => line.startsWith('Requests to'));
    assert.deepEqual(ways, [
      `Requests to ${ORIGIN}: direct`,
      `Requests to ${ORIGIN}: editor, because Mintscope itself cannot connect (network ENOTFOUND)`,
    ]);
    await transport.close();
  });

  it('follows no redirect, so that the token goes to no other host', async () => {
    await startProxy();
    answer = { status: 302, headers: { location: 'https://other.example.test/' } };
    const transport = start();
    const { status, headers } = await transport.get(request());
    assert.deepEqual([status, headers.location], [302, 'https://other.example.test/']);
    assert.equal(requests.length, 1);
    assert.deepEqual(new Set(proxy.asked.map(({ target }) => target)), new Set([`${HOST}:443`]));
    await transport.close();
  });

  it('reports a proxy that wants a password which the editor does not have', async () => {
    await startProxy('me:secret');
    const transport = start();
    const failure = await failureOf(transport.get(request()));
    assert.deepEqual(failure, { kind: 'network', code: 'PROXY_407', tls: false });
    assert.deepEqual(requests, []);
    await transport.close();
  });
});
