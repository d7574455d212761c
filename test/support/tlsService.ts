import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import tls from 'node:tls';
import { listen, type RawServer } from './rawServer.ts';

const file = (name: string) => readFileSync(join(import.meta.dirname, 'tls', name));

/** The certificate of the authority that has signed `signed`. */
export const AUTHORITY = join(import.meta.dirname, 'tls', 'authority.pem');

/** The expired certificate. If a test trusts it, its end is its only fault. */
export const EXPIRED = join(import.meta.dirname, 'tls', 'expired.pem');

export const IDENTITIES = {
  expired: { cert: file('expired.pem'), key: file('expired-key.pem') },
  self: { cert: file('certificate.pem'), key: file('key.pem') },
  signed: { cert: file('signed.pem'), key: file('signed-key.pem') },
};

/**
 * An https server (api.example.test, loopback) whose certificate is self-signed, signed by
 * `AUTHORITY`, or expired.
 */
export function startTlsService(
  onRequest: RequestListener,
  by: keyof typeof IDENTITIES = 'self',
): Promise<RawServer> {
  const identity = IDENTITIES[by];
  return listen(createServer(identity, onRequest), '127.0.0.1', 'https');
}

/** Replaces the certificates that the machine trusts. @returns a function that restores them. */
export function trustInstead(read: typeof tls.getCACertificates): () => void {
  const { getCACertificates } = tls;
  const set = (by: typeof read) => {
    tls.getCACertificates = by;
    syncBuiltinESMExports();
  };
  set(read);
  return () => {
    set(getCACertificates);
  };
}
