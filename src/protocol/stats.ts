/** The messages between the editor and the stats panel, and what the panel keeps. */

import { forEachCount } from '../core/model/counts.ts';
import {
  type Guard,
  type Guarded,
  isArrayOf,
  isBoolean,
  isMessageOf,
  isNumber,
  isObjectOf,
  isOneOf,
  isString,
  optional,
  own,
} from './panel.ts';

/** `t/12`: kind and digits, at most forty, which is more than any id. */
const isRef: Guard<string> = (value): value is string =>
  isString(value) && /^[tn]\/\d{1,40}$/.test(value);

const isCopyTarget = isOneOf('id', 'mintAddress');
/** What a copy button copies. */
export type CopyTarget = Guarded<typeof isCopyTarget>;

const isLoadImages = isOneOf('onClick', 'always', 'never');
/** When the project's image is loaded. The image's server learns of each load. */
export type LoadImages = Guarded<typeof isLoadImages>;

/**
 * The texts of a project that the panel's header shows. They are of unknown origin: shown as text,
 * never as markup. `image` is an https address (or http on loopback) that was checked.
 */
export const FACT_TEXTS = [
  'name',
  'symbol',
  'status',
  'description',
  'mintAddress',
  'image',
] as const;

const isFacts = isObjectOf({
  ...(Object.fromEntries(FACT_TEXTS.map((name) => [name, optional(isString)])) as Record<
    (typeof FACT_TEXTS)[number],
    Guard<string | undefined>
  >),
  /** When the list with these texts was requested, in milliseconds since 1970. */
  asOf: optional(isNumber),
});
/** What is known of a project from its row in a list. */
export type ProjectFacts = Guarded<typeof isFacts>;

const isCounts = isObjectOf({
  ...forEachCount(() => optional(isNumber)),
  further: isArrayOf(isObjectOf({ name: isString, count: isNumber })),
});
/**
 * Counts as the service gave them; a missing or `undefined` one was not sent (service-interface
 * §2.4). Messages are JSON, which drops `undefined` members.
 */
export type StatsCounts = Guarded<typeof isCounts>;

const isProblem = isObjectOf({
  message: isString,
  /** The name that the log has for it. */
  code: optional(isString),
  /** When it is tried again by itself, in milliseconds since 1970. */
  retryAt: optional(isNumber),
  action: isOneOf('retry', 'signIn'),
});
/** A failure in words for people, and what they can do. */
export type PanelProblem = Guarded<typeof isProblem>;

const isState = isObjectOf({
  ref: isRef,
  /** `undefined` until the project is in a loaded list. */
  facts: optional(isFacts),
  /** The last counts received; they stay while a refresh runs and after one failed. */
  counts: optional(isCounts),
  /** When `counts` were asked for, in milliseconds since 1970. */
  asOf: optional(isNumber),
  loading: isBoolean,
  problem: optional(isProblem),
  /** The account. A panel that is restored under another account starts without data. */
  service: optional(isString),
  /** True while the counts come from the bundled sample service. */
  sample: isBoolean,
  /** True while a click on another row replaces this project. */
  preview: isBoolean,
  loadImages: isLoadImages,
});
/** Everything the stats panel shows. */
export type StatsState = Guarded<typeof isState>;

/** Whether this is a valid message from the panel. */
export const isFromStatsPanel = isMessageOf({
  ready: {},
  refresh: {},
  signIn: {},
  showLog: {},
  /** `ref` is the project of the page, because the tab may have been given to another one. */
  keepOpen: { ref: isRef },
  copy: { what: isCopyTarget, ref: isRef },
});
export type FromStatsPanel = Guarded<typeof isFromStatsPanel>;

/** Whether this is a valid message from the editor; other scripts may post too. */
export const isToStatsPanel = isMessageOf({
  state: { state: isState },
  /** Sent after the text was copied; the panel then shows a tick. */
  copied: { what: isCopyTarget },
});
export type ToStatsPanel = Guarded<typeof isToStatsPanel>;

/** What the panel keeps across a reload of the window (`setState` in the webview). */
export interface SavedStatsPanel {
  readonly ref: string;
  /** The account that `facts` are from. */
  readonly service?: string;
  readonly facts?: ProjectFacts;
  /** As in `StatsState`; earlier versions saved none, and their panels are kept open. */
  readonly preview?: true;
}

/**
 * The saved state of a panel, or `undefined` if it names no project. Invalid facts are left out,
 * because an older version may have written them and the project is still known.
 */
export function readSavedStatsPanel(value: unknown): SavedStatsPanel | undefined {
  if (!isObjectOf({ ref: isRef })(value)) return undefined;
  const [service, preview, facts] = ['service', 'preview', 'facts'].map((name) => own(value, name));
  const known = [...FACT_TEXTS, 'asOf'].flatMap((name) => {
    const fact = isFacts(facts) ? own(facts, name) : undefined;
    return fact === undefined ? [] : [[name, fact] as const];
  });
  return {
    ref: value.ref,
    ...(isString(service) && { service }),
    ...(preview === true && { preview }),
    ...(isFacts(facts) && { facts: Object.fromEntries(known) }),
  };
}
