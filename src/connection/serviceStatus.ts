import * as l10n from '@vscode/l10n';
import { causeOf, concernsOneProject, type Failure, isOutage } from '../core/model/serviceError.ts';

export interface Outage {
  readonly failure: Failure;
  /** When the first request failed, in milliseconds since 1970. */
  readonly since: number;
  /** When the last request failed. A pause does not change it, because none is sent then. */
  readonly triedAt: number;
}

export function outageWord({ failure }: Outage): string {
  return causeOf(failure).kind === 'http' ? l10n.t('service error') : l10n.t('unreachable');
}

/**
 * Whether automatic requests wait, because the token is refused or the service does not work. A
 * failure that may concern one project only stops no others.
 */
export function isDown({ refusal, outage }: Pick<ServiceStatus, 'refusal' | 'outage'>): boolean {
  return refusal !== undefined || (outage !== undefined && !concernsOneProject(outage.failure));
}

/** The outage after a failed request. @param before the outage so far, if there is one. */
function outageAfter(before: Outage | undefined, failure: Failure, now: number): Outage {
  const triedAt = failure.kind === 'paused' ? (before?.triedAt ?? now) : now;
  return { failure, since: before?.since ?? now, triedAt };
}

/** The state of the service and of the token, as requests of one connection have ended. */
export class ServiceStatus {
  readonly #now: () => number;
  readonly #onChange: () => void;
  readonly #onRefused: () => void;
  /** While the token is refused: when first and when last, in milliseconds since 1970. */
  refusal: { readonly since: number; readonly triedAt: number } | undefined;
  outage: Outage | undefined;
  #hasReported = false;

  /** @param onRefused called when the token is refused for the first time. */
  constructor(now: () => number, onChange: () => void, onRefused: () => void) {
    this.#now = now;
    this.#onChange = onChange;
    this.#onRefused = onRefused;
  }

  /**
   * Call it when a request has ended, with its failure if it failed, and not if it was canceled.
   * @param isOfOneProject see `failsAtOneProject`. Such a failure begins no outage. A response ends one
   *   in which the service could not be reached.
   */
  follow(failure?: Failure, isOfOneProject = false): void {
    if (failure?.kind === 'rateLimited') return;
    if (isOfOneProject) {
      const wasUnreachable = this.outage && causeOf(this.outage.failure).kind !== 'http';
      if (wasUnreachable && failure?.kind === 'http') this.#setOutage(undefined);
      return;
    }
    const isRefused = failure?.kind === 'auth' && failure.status === 401;
    if (isRefused || !failure) this.#setRefused(isRefused);
    // A bug of Mintscope does not say whether the service works.
    if (failure?.kind !== 'internal') this.#setOutage(failure);
  }

  #setOutage(failure: Failure | undefined): void {
    const before = this.outage;
    this.outage =
      failure && isOutage(failure) ? outageAfter(before, failure, this.#now()) : undefined;
    if (before !== this.outage) this.#onChange();
  }

  #setRefused(isRefused: boolean): void {
    const before = this.refusal;
    const now = this.#now();
    this.refusal = isRefused ? { since: before?.since ?? now, triedAt: now } : undefined;
    if (before !== this.refusal) this.#onChange();
    // Several requests may be refused; that is reported once.
    if (!isRefused || this.#hasReported) return;
    this.#hasReported = true;
    this.#onRefused();
  }
}
