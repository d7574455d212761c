/** The messages between the editor and the stats panel, and their guards. */

import { type Counts, forEachCount } from '../core/model/counts.ts';
import {
  type Checks,
  isArrayOf,
  isBoolean,
  isMessageOf,
  isNumber,
  isObjectOf,
  isOneOf,
  isString,
  optional,
  own,
  type Guard,
  type Ready,
  type StateMessage,
} from './panel.ts';

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

/** What a list told of a project. */
export interface ProjectFacts extends Partial<
  Readonly<Record<(typeof FACT_TEXTS)[number], string>>
> {
  /** When the list was asked for, in milliseconds since 1970. */
  readonly asOf?: number;
}

/**
 * Counts as the service gave them; what is missing or `undefined` was not sent (service-interface
 * §2.4). The editor sends messages as JSON, which leaves `undefined` members out.
 */
export interface StatsCounts extends Partial<Counts> {
  readonly further: readonly { readonly name: string; readonly count: number }[];
}

/** What went wrong, in words for people, and what they can do about it. */
export interface PanelProblem {
  readonly message: string;
  /**
   * From when on trying again makes sense, in milliseconds since 1970, if the service said so and it
   * is near enough to be counted down to.
   */
  readonly retryAt?: number;
  readonly action: 'retry' | 'signIn';
}

/** Everything the stats panel shows. */
export interface StatsState {
  /** `t/12`. */
  readonly ref: string;
  /** `undefined` until the project was seen in a list: the service has no call for one project. */
  readonly facts?: ProjectFacts | undefined;
  /** The last counts received; they stay while a refresh runs and after one failed. */
  readonly counts?: StatsCounts | undefined;
  /** When `counts` were asked for, in milliseconds since 1970. */
  readonly asOf?: number | undefined;
  readonly loading: boolean;
  readonly problem?: PanelProblem | undefined;
  /** Tells whose data it is; a panel brought back under another account starts afresh. */
  readonly service?: string | undefined;
  /** True while the counts come from the bundled sample service. */
  readonly sample: boolean;
  /** True while a click on another row shows that project here instead. */
  readonly preview: boolean;
  readonly loadImages: LoadImages;
}

/** When the project's image is fetched, which tells the image's server who looks. */
export type LoadImages = 'onClick' | 'always' | 'never';

/** What a copy button copies. */
export type CopyTarget = 'id' | 'mintAddress';

export type ToStatsPanel =
  | StateMessage<StatsState>
  /** The clipboard holds it now: the panel ticks the button only when that is true. */
  | { readonly type: 'copied'; readonly what: CopyTarget };

export type FromStatsPanel =
  | Ready
  | { readonly type: 'refresh' }
  | { readonly type: 'signIn' }
  /** `ref` names the project that the page shows: the tab may be another one's by now. */
  | { readonly type: 'keepOpen'; readonly ref: string }
  | { readonly type: 'copy'; readonly what: CopyTarget; readonly ref: string };

/** What the panel keeps across a reload of the window (`setState` in the webview). */
export interface SavedStatsPanel {
  readonly ref: string;
  /** The account that `facts` are from. */
  readonly service?: string;
  readonly facts?: ProjectFacts;
  /** As in `StatsState`; earlier versions saved none, and their panels are kept open. */
  readonly preview?: true;
}

/** `t/12`: kind and digits. Forty digits are more than any id and still fit one line. */
const isRef: Guard<string> = (value): value is string =>
  isString(value) && /^[tn]\/\d{1,40}$/.test(value);
const isCopyTarget = isOneOf('id', 'mintAddress');

const factChecks = {
  ...Object.fromEntries(FACT_TEXTS.map((name) => [name, optional(isString)])),
  asOf: optional(isNumber),
} as Checks<ProjectFacts>;
const isFacts = isObjectOf(factChecks);

const isState = isObjectOf<StatsState>({
  ref: isRef,
  facts: optional(isFacts),
  counts: optional(
    isObjectOf<StatsCounts>({
      ...forEachCount(() => optional(isNumber)),
      further: isArrayOf(isObjectOf({ name: isString, count: isNumber })),
    }),
  ),
  asOf: optional(isNumber),
  loading: isBoolean,
  problem: optional(
    isObjectOf<PanelProblem>({
      message: isString,
      retryAt: optional(isNumber),
      action: isOneOf('retry', 'signIn'),
    }),
  ),
  service: optional(isString),
  sample: isBoolean,
  preview: isBoolean,
  loadImages: isOneOf('onClick', 'always', 'never'),
});

/** Whether a message that came out of the webview is one the editor acts on. */
export const isFromStatsPanel = isMessageOf<FromStatsPanel>({
  ready: {},
  refresh: {},
  signIn: {},
  keepOpen: { ref: isRef },
  copy: { what: isCopyTarget, ref: isRef },
});

/** Whether a message that reached the webview is one of ours (other scripts may post there too). */
export const isToStatsPanel = isMessageOf<ToStatsPanel>({
  state: { state: isState },
  copied: { what: isCopyTarget },
});

/**
 * What an earlier session kept, or `undefined` if it names no project. Facts that do not pass are
 * left out alone, because an older version may have written them and the project is still known.
 */
export function readSavedStatsPanel(value: unknown): SavedStatsPanel | undefined {
  if (!isObjectOf({ ref: isRef })(value)) return undefined;
  const [service, preview, facts] = ['service', 'preview', 'facts'].map((name) => own(value, name));
  const known = Object.keys(factChecks).flatMap((name) => {
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
