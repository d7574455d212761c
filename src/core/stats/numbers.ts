/** Where something that is true from `low` on ends before `high`. */
export function bisect(low: number, high: number, isBelow: (value: number) => boolean): number {
  for (let step = 0; step < 30; step++) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The part of a normal distribution below so many deviations, to within 0.01. */
export function normal(deviations: number): number {
  return 1 / (1 + Math.exp(-1.702 * deviations));
}

export function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

/** The sum of the products, as far as the first goes. */
export function dot(one: readonly number[], other: readonly number[]): number {
  let all = 0;
  for (let at = 0; at < one.length; at++) all += (one[at] ?? 0) * (other[at] ?? 0);
  return all;
}
