import type { DecodeFault, Failure } from '../model/serviceError.ts';

/** A failure in a person's terms. */
export interface FailureWords {
  /** What happened, as one short sentence. */
  readonly reason: string;
  /** What to do about it, as one short sentence. */
  readonly hint: string;
  /** The step a button should offer. */
  readonly action: 'retry' | 'signIn';
}

/**
 * @param host host and port of the service, as shown to people.
 * @param sinceMs how long ago it failed: a wait that the service asked for is counted down by it.
 */
export function describeFailure(failure: Failure, host: string, sinceMs = 0): FailureWords {
  const waitMs = remainingWait(failure, sinceMs);
  switch (failure.kind) {
    case 'auth':
      return failure.status === 401
        ? {
            reason: 'The service refused this token.',
            hint: 'Sign in again with a token that is valid.',
            action: 'signIn',
          }
        : {
            reason: 'The service does not let this token see that (403).',
            hint: 'Sign in with a token that may, or ask who manages tokens in your team.',
            action: 'signIn',
          };
    case 'notFound':
      return {
        reason: `Nothing at this address of ${host} (404).`,
        hint: 'Check the service address, its path included.',
        action: 'retry',
      };
    case 'rateLimited':
      return {
        reason: 'The service asks for fewer requests (429).',
        hint: `Try again ${waitWords(waitMs)}.`,
        action: 'retry',
      };
    case 'paused':
      return {
        reason: 'The service keeps failing, so requests are paused.',
        hint: `It is asked again ${waitWords(waitMs)}, or as soon as you refresh.`,
        action: 'retry',
      };
    case 'http':
      return describeStatus(failure, waitMs, host);
    case 'network':
      return failure.tls ? describeTls(failure.code, host) : describeNetwork(failure.code, host);
    case 'timeout':
      return {
        reason: `No answer from ${host} within ${duration(failure.afterMs)}.`,
        hint: 'Try again; if it stays so, ask who runs the service.',
        action: 'retry',
      };
    case 'decode':
      return {
        reason: `${DECODE_WORDS[failure.what]} (from ${host}).`,
        hint: 'Check that the address is that of the NFT service.',
        action: 'retry',
      };
    case 'internal':
      return {
        reason: 'Mintscope itself has a fault.',
        hint: 'Try again; the log says more.',
        action: 'retry',
      };
    case 'aborted':
      return { reason: 'Stopped.', hint: 'Try again when you like.', action: 'retry' };
  }
}

const DECODE_WORDS: Readonly<Record<DecodeFault, string>> = {
  tooLarge: 'The answer is larger than 10 MB',
  tooComplex: 'The answer is nested too deep or holds too many values',
  encoding: 'The answer is compressed in a way that cannot be read',
  notJson: 'The answer is not JSON',
  notAList: 'The answer is not a list of the service',
  notStats: 'The answer holds no counts',
  noBody: 'The answer is empty',
};

/** What is left of the wait that the service asked for, in milliseconds, if it did. */
export function remainingWait(failure: Failure, sinceMs: number): number | undefined {
  if (!('retryAfterMs' in failure)) return undefined;
  // The clock of the machine may have been set back since.
  return Math.max(0, failure.retryAfterMs - Math.max(0, sinceMs));
}

function describeStatus(
  { status, leadsTo }: Extract<Failure, { kind: 'http' }>,
  waitMs: number | undefined,
  host: string,
): FailureWords {
  if (leadsTo?.startsWith('http:')) {
    return {
      reason: `${host} points to an address without encryption, ${leadsTo}. The token is not sent there.`,
      hint: 'Ask who runs the service.',
      action: 'retry',
    };
  }
  if (leadsTo !== undefined) {
    return {
      reason: `${host} points to another host, ${leadsTo}. The token is not sent there.`,
      hint: 'If that host is right, sign in with its address.',
      action: 'signIn',
    };
  }
  if (status >= 500) {
    return {
      reason: `The service has an internal error (${status}).`,
      hint: `Try again ${waitWords(waitMs)}.`,
      action: 'retry',
    };
  }
  if (status === 408) {
    return {
      reason: 'The service gave up waiting for the request (408).',
      hint: 'Try again; if it stays so, check your network.',
      action: 'retry',
    };
  }
  return {
    reason: `The service answered in an unexpected way (${status}).`,
    hint: 'Check the service address, its path included.',
    action: 'retry',
  };
}

function describeTls(code: string, host: string): FailureWords {
  return {
    reason: /^(ERR_SSL|EPROTO)/.test(code)
      ? `${host} and this machine find no common way to encrypt (${code}).`
      : `Certificate of ${host} not accepted (${code}).`,
    hint: 'Check the address, or ask who runs the service.',
    action: 'retry',
  };
}

function describeNetwork(code: string, host: string): FailureWords {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return {
      reason: `Could not find ${host} (${code}).`,
      hint: 'Check the address and your network.',
      action: 'retry',
    };
  }
  if (code === 'ECONNREFUSED') {
    return {
      reason: `Nothing answers at ${host} (${code}).`,
      hint: 'Check the address and whether the service runs.',
      action: 'retry',
    };
  }
  if (code === 'ECONNRESET' || code === 'ECONNABORTED' || code === 'EPIPE') {
    return {
      reason: `${host} broke off the connection (${code}).`,
      hint: 'Try again; if it stays so, ask who runs the service.',
      action: 'retry',
    };
  }
  if (code === 'INCOMPLETE') {
    return {
      reason: `The answer of ${host} was cut off or garbled.`,
      hint: 'Try again; if it stays so, ask who runs the service.',
      action: 'retry',
    };
  }
  if (code === 'NOT_HTTP' || code === 'HEADERS_TOO_LARGE') {
    const what = code === 'NOT_HTTP' ? 'is not valid HTTP' : 'has headers too large to read';
    return {
      reason: `The answer of ${host} ${what}.`,
      hint: 'Check the address, or ask who runs the service.',
      action: 'retry',
    };
  }
  if (code.startsWith('PROXY_')) {
    return describeProxy(code.slice('PROXY_'.length), host);
  }
  return {
    reason: `Could not reach ${host} (${code}).`,
    hint: 'Check your network and try again.',
    action: 'retry',
  };
}

/** @param code the status that the proxy answered with, or why it could not be asked. */
function describeProxy(code: string, host: string): FailureWords {
  if (code === '407') {
    return {
      reason: 'The proxy asks for a user name and a password (407).',
      hint: 'Put them into the setting http.proxy, as in http://name:password@proxy:8080.',
      action: 'retry',
    };
  }
  if (code === 'INVALID') {
    return {
      reason: 'The address of the proxy cannot be used.',
      hint: 'Check the setting http.proxy; http://proxy:8080 is an example.',
      action: 'retry',
    };
  }
  return {
    reason: /^\d/.test(code)
      ? `The proxy does not connect to ${host} (${code}).`
      : `Could not reach the proxy on the way to ${host} (${code}).`,
    hint: 'Check the setting http.proxy, or ask who runs the proxy.',
    action: 'retry',
  };
}

/** The service may ask for anything, from 0 seconds to more than a number holds. */
function waitWords(ms: number | undefined): string {
  if (ms === undefined || ms > MOST_WORTH_SAYING_MS) return 'in a while';
  return ms <= 0 ? 'now' : `in ${duration(ms)}`;
}

const MOST_WORTH_SAYING_MS = 30 * 24 * 3_600_000;

/** `800 ms`, `30 seconds`, `24 hours`, `3 days`: rounded up, so that waiting that long is enough. */
function duration(ms: number): string {
  if (ms < 1000) return `${Math.ceil(ms)} ms`;
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours <= 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}
