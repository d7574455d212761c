/** A lease that was not renewed for this long is free: its window was closed or has crashed. */
const LEASE_MS = 45_000;
/** A window renews its lease after this time. */
const RENEWED_MS = 15_000;

/** Which window asks the service, of all windows with one sign-in. */
export interface Lease {
  /** The id of the window. */
  readonly window: string;
  /** When it was renewed, in milliseconds since 1970. */
  readonly at: number;
}

/** Whether a window may take the lease. If it is of the future, the clock was set back. */
export function isFree(lease: Lease | undefined, window: string, now: number): boolean {
  if (!lease || lease.window === window) return true;
  return Math.abs(now - lease.at) > LEASE_MS;
}

/** Without the lease of a window; a lease of another window stays. */
export function withoutLease<File extends { readonly lease?: Lease | undefined }>(
  file: File,
  window: string,
): File {
  return file.lease?.window === window ? { ...file, lease: undefined } : file;
}

/** Whether a window has to take or renew the lease to keep it. */
export function isDue(lease: Lease | undefined, window: string, now: number): boolean {
  return lease?.window !== window || Math.abs(now - lease.at) > RENEWED_MS;
}
