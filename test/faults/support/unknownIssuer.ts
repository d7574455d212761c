/** What the user reads about a certificate of the authority of the tests, if that is not trusted. */
export function unknownIssuer(host: string): string {
  return `Certificate of ${host} not accepted, because its issuer “mintscope test authority, throw-away” is not known here (UNABLE_TO_VERIFY_LEAF_SIGNATURE). If your company inspects connections, have the certificate of that issuer installed on this machine; otherwise ask whoever runs the service. [retry]`;
}
