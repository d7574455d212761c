/**
 * The messages between the editor and the stats panel. The panel receives one whole state each
 * time, so that re-sending it (after `ready`, or when it is seen again) is always right.
 */

/** What the panel's header shows. Text of unknown origin: shown as text, never as markup. */
export interface ProjectFacts {
  readonly name?: string;
  readonly symbol?: string;
  readonly status?: string;
  readonly description?: string;
  readonly mintAddress?: string;
  /** An https address (or http on loopback), already checked; absent if there is none to show. */
  readonly image?: string;
  /** When the list that told this was asked for, in milliseconds since 1970. */
  readonly asOf?: number;
}

/**
 * Counts as the service gave them; what is missing or `undefined` was not sent (service-interface
 * §2.4). The editor sends messages as JSON, which leaves `undefined` members out.
 */
export interface StatsCounts {
  readonly total?: number | undefined;
  readonly confirmed?: number | undefined;
  readonly processing?: number | undefined;
  readonly pending?: number | undefined;
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
  readonly facts?: ProjectFacts;
  /** The last counts received; they stay while a refresh runs and after one failed. */
  readonly counts?: StatsCounts;
  /** When `counts` were asked for, in milliseconds since 1970. */
  readonly asOf?: number;
  readonly loading: boolean;
  readonly problem?: PanelProblem;
  /** Tells whose data it is; a panel brought back under another account starts afresh. */
  readonly service?: string;
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
  | { readonly type: 'state'; readonly state: StatsState }
  /** The clipboard holds it now: the panel ticks the button only when that is true. */
  | { readonly type: 'copied'; readonly what: CopyTarget };

export type FromStatsPanel =
  | { readonly type: 'ready' }
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
