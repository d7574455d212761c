let lastTurn = 0;

/** A number that grows with each call, to tell which of two things the user did last. */
export function nextTurn(): number {
  return ++lastTurn;
}
