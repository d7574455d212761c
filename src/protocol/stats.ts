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

/** `t/12`: kind and digits. Forty digits are more than any id and still fit one line. */
const isRef: Guard<string> = (value): value is string =>
  isString(value) && /^[tn]\/\d{1,40}$/.test(value);

const isCopyTarget = isOneOf('id', 'mintAddress');
/** What a copy button copies. */
export type CopyTarget = Guarded<typeof isCopyTarget>;

const isLoadImages = isOneOf('onClick', 'always', 'never');
/** When the project's image is fetched, which tells the image's server who looks. */
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
  /** When the list that told the texts was asked for, in milliseconds since 1970. */
  asOf: optional(isNumber),
});
/** What a list told of a project. */
export type ProjectFacts = Guarded<typeof isFacts>;

const isCounts = isObjectOf({
  ...forEachCount(() => optional(isNumber)),
  further: isArrayOf(isObjectOf({ name: isString, count: isNumber })),
});
/**
 * Counts as the service gave them; what is missing or `undefined` was not sent (service-interface
 * §2.4). The editor sends messages as JSON, which leaves `undefined` members out.
 */
export type StatsCounts = Guarded<typeof isCounts>;

const isProblem = isObjectOf({
  message: isString,
  /**
   * From when on trying again makes sense, in milliseconds since 1970, if the service said so and it
   * is near enough to be counted down to.
   */
  retryAt: optional(isNumber),
  action: isOneOf('retry', 'signIn'),
});
/** What went wrong, in words for people, and what they can do about it. */
export type PanelProblem = Guarded<typeof isProblem>;

const isState = isObjectOf({
  ref: isRef,
  /** `undefined` until the project was seen in a list: the service has no call for one project. */
  facts: optional(isFacts),
  /** The last counts received; they stay while a refresh runs and after one failed. */
  counts: optional(isCounts),
  /** When `counts` were asked for, in milliseconds since 1970. */
  asOf: optional(isNumber),
  loading: isBoolean,
  problem: optional(isProblem),
  /** Tells whose data it is; a panel brought back under another account starts afresh. */
  service: optional(isString),
  /** True while the counts come from the bundled sample service. */
  sample: isBoolean,
  /** True while a click on another row shows that project here instead. */
  preview: isBoolean,
  loadImages: isLoadImages,
});
/** Everything the stats panel shows. */
export type StatsState = Guarded<typeof isState>;

/** Whether a message that came out of the webview is one the editor acts on. */
export const isFromStatsPanel = isMessageOf({
  ready: {},
  refresh: {},
  signIn: {},
  /** `ref` names the project that the page shows: the tab may be another one's by now. */
  keepOpen: { ref: isRef },
  copy: { what: isCopyTarget, ref: isRef },
});
export type FromStatsPanel = Guarded<typeof isFromStatsPanel>;

/** Whether a message that reached the webview is one of ours (other scripts may post there too). */
export const isToStatsPanel = isMessageOf({
  state: { state: isState },
  /** The clipboard holds it now: the panel ticks the button only when that is true. */
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
 * What an earlier session kept, or `undefined` if it names no project. Facts that do not pass are
 * left out alone, because an older version may have written them and the project is still known.
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
