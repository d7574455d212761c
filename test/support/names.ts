import dns from 'node:dns';

type Lookup = (
  hostname: string,
  options: dns.LookupOptions,
  done: (
    error: NodeJS.ErrnoException | null,
    address: string | dns.LookupAddress[],
    family?: number,
  ) => void,
) => void;

const isCode = (found: string) => /^E[A-Z_]+$/.test(found);

/**
 * Replaces the resolver of the system, so that no name leaves the machine.
 * @param results an address or the code of an error for each name; any other name is not found.
 * @returns a function that restores the resolver.
 */
export function resolveNames(results: Readonly<Record<string, string>>): () => void {
  const { lookup } = dns;
  const replacement: Lookup = (hostname, options, done) => {
    const found = /^[\d.]+$/.test(hostname) ? hostname : (results[hostname] ?? 'ENOTFOUND');
    queueMicrotask(() => {
      if (isCode(found)) {
        const error = new Error(`getaddrinfo ${found} ${hostname}`);
        done(Object.assign(error, { code: found, syscall: 'getaddrinfo', hostname }), '');
      } else if (options.all === true) done(null, [{ address: found, family: 4 }]);
      else done(null, found, 4);
    });
  };
  dns.lookup = replacement as typeof dns.lookup;
  return () => {
    dns.lookup = lookup;
  };
}
