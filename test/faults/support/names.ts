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

/** A code of the resolver that stands for an address. */
const isCode = (answer: string) => /^E[A-Z_]+$/.test(answer);

/**
 * Answers for the resolver of the system, so that no name leaves the machine: with an address, or
 * with an error by its code. A name that is not in `answers` is not found.
 * @returns what puts the resolver back.
 */
export function resolveNames(answers: Readonly<Record<string, string>>): () => void {
  const { lookup } = dns;
  const answer: Lookup = (hostname, options, done) => {
    const found = /^[\d.]+$/.test(hostname) ? hostname : (answers[hostname] ?? 'ENOTFOUND');
    queueMicrotask(() => {
      if (isCode(found)) {
        const error = new Error(`getaddrinfo ${found} ${hostname}`);
        done(Object.assign(error, { code: found, syscall: 'getaddrinfo', hostname }), '');
      } else if (options.all === true) done(null, [{ address: found, family: 4 }]);
      else done(null, found, 4);
    });
  };
  dns.lookup = answer as typeof dns.lookup;
  return () => {
    dns.lookup = lookup;
  };
}
