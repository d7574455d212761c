import * as vscode from 'vscode';
import { MINUTE_MS } from '../core/base/clock.ts';
import type { LoadImages } from '../core/panel/panel.ts';

/** Settings, each validated, because a workspace file can set anything. */
export const settings = {
  /** Offered at sign-in, where the user confirms the address that gets the token. */
  get baseUrl(): string {
    return text(read('baseUrl')) ?? '';
  },
  /** Rows a page, 1 to 100 (service-interface §8). */
  get pageSize(): number {
    const value = read('pageSize');
    return typeof value === 'number' && value >= 1 ? Math.min(100, Math.floor(value)) : 50;
  },
  /** Seconds between automatic refreshes, 10 to a day; 0 for none. */
  get autoRefresh(): number {
    const value = read('autoRefresh');
    return typeof value === 'number' && value > 0 ? Math.min(86_400, Math.max(10, value)) : 0;
  },
  get loadImages(): LoadImages {
    const value = read('loadImages');
    return value === 'always' || value === 'never' ? value : 'onClick';
  },
  /** Whether the row of the panel or document in front is selected in its view. */
  get autoReveal(): boolean {
    return read('autoReveal') !== false;
  },
  /**
   * Which projects show their progress in their row: those whose counts are known, all in sight, or
   * none.
   */
  get showProgress(): 'known' | 'visible' | 'never' {
    const value = read('showProgress');
    return value === 'known' || value === 'never' ? value : 'visible';
  },
  /** Minutes without a confirmed NFT until a project counts as stalled, 1 to 1,440. */
  get stallMinutes(): number {
    const value = read('stallMinutes');
    return typeof value === 'number' && value >= 1 ? Math.min(1440, value) : 15;
  },
  get hovers(): boolean {
    return read('hovers') !== false;
  },
  get keepRows(): boolean {
    return read('keepRows') !== false;
  },
  /** Checked in `explorerLink`, where an error can be shown. */
  get explorerUrl(): string {
    return text(read('explorerUrl')) ?? '';
  },
  /** The editor's own `http.*` settings, used for all requests. */
  get network() {
    const http = vscode.workspace.getConfiguration('http');
    const noProxy = http.get<unknown>('noProxy');
    const hosts = Array.isArray(noProxy) ? noProxy.filter((host) => typeof host === 'string') : [];
    const isOn = (name: string) => http.get<unknown>(name) !== false;
    const isProxyOff = http.get<unknown>('proxySupport') === 'off';
    return {
      proxy: isProxyOff ? undefined : text(http.get<unknown>('proxy')),
      proxyAuthorization: text(http.get<unknown>('proxyAuthorization')),
      noProxy: isProxyOff ? ['*'] : hosts,
      strictSSL: isOn('proxyStrictSSL'),
      systemCertificates: isOn('systemCertificates'),
      editorFetch: isOn('fetchAdditionalSupport'),
    };
  },
};

export function read(name: string): unknown {
  return vscode.workspace.getConfiguration('mintscope').get<unknown>(name);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/**
 * Whether the user has told the editor that they use a screen reader. The editor asks when it finds
 * one; what it has found by itself an extension cannot know.
 */
export function usesScreenReader(): boolean {
  return vscode.workspace.getConfiguration('editor').get('accessibilitySupport') === 'on';
}

/** `stallMinutes` in milliseconds: `mostMs` of `stallOf`. */
export function stallLimitMs(): number {
  return settings.stallMinutes * MINUTE_MS;
}
