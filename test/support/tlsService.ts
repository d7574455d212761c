import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import tls from 'node:tls';
import { listen, type RawServer } from './rawServer.ts';

const path = (name: string) => join(import.meta.dirname, 'tls', name);
const key = readFileSync(path('key.pem'));

/** The certificate of the authority that has signed `signed`. It is self-signed. */
export const AUTHORITY = path('certificate.pem');

export const IDENTITIES = {
  self: { cert: readFileSync(AUTHORITY), key },
  signed: { cert: readFileSync(path('signed.pem')), key },
};

/** For api.example.test and loopback. */
export function startTlsService(
  onRequest: RequestListener,
  by: keyof typeof IDENTITIES = 'self',
): Promise<RawServer> {
  return listen(createServer(IDENTITIES[by], onRequest), '127.0.0.1', 'https');
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
