/** Checks messages between the editor and the pages of panels. Unknown members are ignored. */

export type Guard<T> = (value: unknown) => value is T;

export type Guarded<G> = G extends Guard<infer T> ? T : never;

type Checks = Readonly<Record<string, Guard<unknown>>>;

/** An object whose members pass; one that may be `undefined` may be left out. */
export type Members<C extends Checks> = {
  readonly [Name in keyof C as undefined extends Guarded<C[Name]> ? never : Name]: Guarded<C[Name]>;
} & {
  readonly [Name in keyof C as undefined extends Guarded<C[Name]> ? Name : never]?: Guarded<
    C[Name]
  >;
};

export const string: Guard<string> = (value) => typeof value === 'string';

export function oneOf<const T extends string>(...allowed: readonly T[]): Guard<T> {
  return (value): value is T => allowed.some((one) => one === value);
}

export function optional<T>(guard: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || guard(value);
}

export function arrayOf<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

export function objectOf<C extends Checks>(checks: C): Guard<Members<C>> {
  const members = Object.entries(checks);
  return (value): value is Members<C> =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    members.every(([name, guard]) => guard(own(value, name)));
}

/** A message of one of these types. @param types the members of each type, without `type`. */
export function messageOf<Types extends Readonly<Record<string, Checks>>>(
  types: Types,
): Guard<{ [T in keyof Types]: { readonly type: T } & Members<Types[T]> }[keyof Types]> {
  const guards = Object.entries(types).map(([type, members]) =>
    objectOf({ type: oneOf(type), ...members }),
  );
  return (value): value is never => guards.some((guard) => guard(value));
}

/** The own member, so that an inherited one never stands in for one that was not sent. */
function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
