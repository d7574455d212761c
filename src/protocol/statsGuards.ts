/**
 * Checks for what crosses the border of the stats panel, written by hand so that the webview
 * carries no validation library. Members beyond the known ones are ignored: nobody reads them.
 */

import type {
  FromStatsPanel,
  ProjectFacts,
  SavedStatsPanel,
  StatsCounts,
  StatsState,
  ToStatsPanel,
} from './stats.ts';

type Members = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isString: Check = (value) => typeof value === 'string';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
/** `t/12`: kind and digits. Forty digits are more than any id and still fit one line. */
const isRef: Check = (value) => typeof value === 'string' && /^[tn]\/\d{1,40}$/.test(value);
const isCopyTarget = isOneOf('id', 'mintAddress');

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOneOf(...allowed: readonly string[]): Check {
  return (value) => typeof value === 'string' && allowed.includes(value);
}

/** Own members only, so that an inherited one can never stand in for one that was not sent. */
function own(value: Members, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

/** Whether every member of `checks` passes its check in `value`. */
function holds(value: unknown, checks: Readonly<Record<string, Check>>): value is Members {
  return (
    isMembers(value) && Object.entries(checks).every(([name, check]) => check(own(value, name)))
  );
}

const factNames = [
  'name',
  'symbol',
  'status',
  'description',
  'mintAddress',
  'image',
  'asOf',
] as const satisfies readonly (keyof ProjectFacts)[];

const factChecks: Record<keyof ProjectFacts, Check> = {
  name: optional(isString),
  symbol: optional(isString),
  status: optional(isString),
  description: optional(isString),
  mintAddress: optional(isString),
  image: optional(isString),
  asOf: optional(isNumber),
};

const countChecks: Record<keyof StatsCounts, Check> = {
  total: optional(isNumber),
  confirmed: optional(isNumber),
  processing: optional(isNumber),
  pending: optional(isNumber),
  further: (value) =>
    Array.isArray(value) && value.every((row) => holds(row, { name: isString, count: isNumber })),
};

const stateChecks: Record<keyof StatsState, Check> = {
  ref: isRef,
  facts: optional((value) => holds(value, factChecks)),
  counts: optional((value) => holds(value, countChecks)),
  asOf: optional(isNumber),
  loading: isBoolean,
  problem: optional((value) =>
    holds(value, {
      message: isString,
      retryAt: optional(isNumber),
      action: isOneOf('retry', 'signIn'),
    }),
  ),
  service: optional(isString),
  sample: isBoolean,
  preview: isBoolean,
  loadImages: isOneOf('onClick', 'always', 'never'),
};

/** Whether a message that came out of the webview is one the editor acts on. */
export function isFromStatsPanel(value: unknown): value is FromStatsPanel {
  if (!isMembers(value)) return false;
  switch (own(value, 'type')) {
    case 'ready':
    case 'refresh':
    case 'signIn':
      return true;
    case 'keepOpen':
      return isRef(own(value, 'ref'));
    case 'copy':
      return isCopyTarget(own(value, 'what')) && isRef(own(value, 'ref'));
    default:
      return false;
  }
}

/** Whether a message that reached the webview is one of ours (other scripts may post there too). */
export function isToStatsPanel(value: unknown): value is ToStatsPanel {
  if (!isMembers(value)) return false;
  switch (own(value, 'type')) {
    case 'state':
      return holds(own(value, 'state'), stateChecks);
    case 'copied':
      return isCopyTarget(own(value, 'what'));
    default:
      return false;
  }
}

/**
 * What an earlier session kept, or `undefined` if it names no project. Facts that do not pass are
 * left out alone, because an older version may have written them and the project is still known.
 */
export function readSavedStatsPanel(value: unknown): SavedStatsPanel | undefined {
  if (!holds(value, { ref: isRef })) return undefined;
  const ref = own(value, 'ref') as string;
  const service = own(value, 'service');
  const saved = {
    ref,
    ...(typeof service === 'string' && { service }),
    ...(own(value, 'preview') === true && { preview: true as const }),
  };
  const facts = own(value, 'facts');
  if (!holds(facts, factChecks)) return saved;
  const known = factNames.flatMap((name) => {
    const fact = own(facts, name);
    return fact === undefined ? [] : [[name, fact] as const];
  });
  return { ...saved, facts: Object.fromEntries(known) };
}
