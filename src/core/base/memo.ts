/** Remembers the last result of a function, and returns it again for the same arguments. */
export function memo<Args extends readonly unknown[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { readonly args: Args; readonly result: Result } | undefined;
  return (...args) => {
    if (!last?.args.every((arg, at) => arg === args[at])) last = { args, result: compute(...args) };
    return last.result;
  };
}

export function memoByKey<Value>(create: (key: string) => Value): (key: string) => Value {
  const created = new Map<string, Value>();
  return (key) => {
    const value = created.get(key) ?? create(key);
    created.set(key, value);
    return value;
  };
}
