/**
 * What the messages between the editor and the pages of panels have in common, and how they are
 * checked. The types of messages are derived from their guards. Unknown members are ignored.
 */

export type Guard<T> = (value: unknown) => value is T;

export type Guarded<G> = G extends Guard<infer T> ? T : never;

type Checks = Readonly<Record<string, Guard<unknown>>>;

/** An object whose members pass; one that may be `undefined` may be left out. */
type Members<C extends Checks> = {
  readonly [Name in keyof C as undefined extends Guarded<C[Name]> ? never : Name]: Guarded<C[Name]>;
} & {
  readonly [Name in keyof C as undefined extends Guarded<C[Name]> ? Name : never]?: Guarded<
    C[Name]
  >;
};

/** The first message of a newly built page: from now on it receives messages of the editor. */
export interface Ready {
  readonly type: 'ready';
}

/** Always a complete state, so that it can be sent again at any time. */
export interface StateMessage<State> {
  readonly type: 'state';
  readonly state: State;
}

export const isString: Guard<string> = (value) => typeof value === 'string';
export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';
export const isNumber: Guard<number> = (value): value is number => Number.isFinite(value);

export function isOneOf<const T extends string>(...allowed: readonly T[]): Guard<T> {
  return (value): value is T => allowed.some((one) => one === value);
}

export function optional<T>(guard: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || guard(value);
}

export function isArrayOf<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

export function isObjectOf<C extends Checks>(checks: C): Guard<Members<C>> {
  const all = Object.entries(checks);
  return (value): value is Members<C> =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    all.every(([name, guard]) => guard(own(value, name)));
}

/** The members of what a panel shows above all else if it cannot be brought up to date. */
export const PROBLEM = {
  /** What concerns all, and when it is tried again: `Unreachable since 12:00 · next try 12:01:05`. */
  title: optional(isString),
  message: isString,
  /** The name that the log has for it. */
  code: optional(isString),
  action: isOneOf('retry', 'signIn'),
};
export type PanelProblem = Members<typeof PROBLEM>;

const isLoadImages = isOneOf('onClick', 'always', 'never');
/** When the image of a row is loaded. The image's server learns of each load. */
export type LoadImages = Guarded<typeof isLoadImages>;

/** What the state of every panel of a row holds besides its `ref`, which names the row. */
export const ROW_STATE = {
  /** The account. A panel that is restored under another account starts without data. */
  service: optional(isString),
  /** True while the data comes from the bundled sample service. */
  sample: isBoolean,
  /** True while a click on another row replaces this one. */
  preview: isBoolean,
  loadImages: isLoadImages,
  /** The page keeps nothing of the row across a reload: nobody is signed in, or as settings say. */
  forget: optional(isBoolean),
  /** While there is one, nothing shown counts as current. */
  problem: optional(isObjectOf(PROBLEM)),
};
export type RowState = { readonly ref: string } & Members<typeof ROW_STATE>;

/** What the page of every panel of a row keeps across a reload (`setState` in the webview). */
export interface SavedRow<Facts> {
  readonly ref: string;
  /** The account that `facts` are from. */
  readonly service?: string;
  readonly facts?: Facts;
  readonly preview?: true;
  /** The image that the user loaded, see `imageMark`. */
  readonly shownImage?: string;
}

/**
 * The saved state of a panel, or `undefined` if it names no row. Facts are left out if `readFacts`
 * refuses them, because an older version may have written them and the row is still known.
 */
export function readSavedRow<Facts>(
  value: unknown,
  isRef: Guard<string>,
  readFacts: (facts: unknown) => Facts | undefined,
): SavedRow<Facts> | undefined {
  if (!isObjectOf({ ref: isRef })(value)) return undefined;
  const [service, preview] = [own(value, 'service'), own(value, 'preview')];
  const [facts, shownImage] = [readFacts(own(value, 'facts')), own(value, 'shownImage')];
  return {
    ref: value.ref,
    ...(isString(service) && { service }),
    ...(preview === true && { preview }),
    ...(facts && { facts }),
    ...(isString(shownImage) && { shownImage }),
  };
}

/** @param types the members of each type of message. */
export function isMessageOf<Types extends Readonly<Record<string, Checks>>>(
  types: Types,
): Guard<{ [T in keyof Types]: { readonly type: T } & Members<Types[T]> }[keyof Types]> {
  const guards = Object.entries(types).map(([type, members]) =>
    isObjectOf({ type: isOneOf(type), ...members }),
  );
  return (value): value is never => guards.some((guard) => guard(value));
}

/** Own members only, so that an inherited one never stands in for one that was not sent. */
export function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
