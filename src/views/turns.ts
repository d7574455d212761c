let last = 0;

/** A number that grows with each call: which of two things the user did last. */
export function nextTurn(): number {
  return ++last;
}
