import { arch, release, type } from 'node:os';
import * as vscode from 'vscode';
import { proxyName } from '../../net/proxyChoice.ts';

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
 * Where Mintscope runs. On the desktop `remoteName` is a kind, such as `ssh-remote`; in a browser it
 * may be the host of the editor's own server, which a report must not pass on.
 */
function place(): string {
  const { remoteName, uiKind } = vscode.env;
  if (uiKind === vscode.UIKind.Web) return remoteName === undefined ? 'browser' : 'browser, remote';
  return remoteName === undefined ? 'desktop' : `desktop, ${remoteName}`;
}

/** The value of a setting or a variable; an address without user name and password. */
function shown(value: unknown): string {
  if (value === undefined || value === '') return 'not set';
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
  return text.includes('@') ? (proxyName(text) ?? 'cannot be read') : text;
}
