/**
 * What the messages between the editor and the pages of panels have in common, and how they are
 * checked. Written by hand, so that a page carries no validation library. Members beyond the known
 * ones are ignored: nobody reads them.
 */

/** A page's first message each time it was built: from now on it hears the editor. */
export interface Ready {
  readonly type: 'ready';
}

/** One whole state each time, so that it is always right to send it again. */
export interface StateMessage<State> {
  readonly type: 'state';
  readonly state: State;
}

export type Guard<T> = (value: unknown) => value is T;

/** A guard for each member of `T`. */
export type Checks<T> = { readonly [Name in keyof T]-?: Guard<T[Name]> };

/** The members of each type of message. */
type MessageChecks<Message extends { readonly type: string }> = {
  readonly [Type in Message['type']]: Checks<Omit<Extract<Message, { type: Type }>, 'type'>>;
};

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

export function isObjectOf<T>(checks: Checks<T>): Guard<T> {
  const all = Object.entries<Guard<unknown>>(checks);
  return (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    all.every(([name, guard]) => guard(own(value, name)));
}

/** Whether a value is a message of one of these types, with members that pass. */
export function isMessageOf<Message extends { readonly type: string }>(
  checks: MessageChecks<Message>,
): Guard<Message> {
  const guards = new Map(
    Object.entries<Checks<object>>(checks).map(([type, members]) => [type, isObjectOf(members)]),
  );
  return (value): value is Message =>
    typeof value === 'object' &&
    value !== null &&
    guards.get(own(value, 'type') as string)?.(value) === true;
}

/** Own members only, so that an inherited one never stands in for one that was not sent. */
export function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
