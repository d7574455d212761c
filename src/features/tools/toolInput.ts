/*
 * The input of a tool comes from a language model, and the editor does not check it against the
 * schema. A sentence says what is wrong, so that the model can try again.
 */

/** Characters of a text that are used. */
const MOST_CHARACTERS = 200;

function member(input: object, name: string): unknown {
  const value = (input as Readonly<Record<string, unknown>>)[name];
  // Models write null, or nothing, where they mean to leave a member out.
  return value === null || value === '' ? undefined : value;
}

/** @throws Error with a sentence, if it is no text. */
export function textIn(input: object, name: string): string | undefined {
  const value = member(input, name);
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new Error(`“${name}” has to be a text.`);
  return value.slice(0, MOST_CHARACTERS).trim() || undefined;
}

/** @throws Error with a sentence, if it is none of `choices`. */
export function choiceIn<Choice extends string>(
  input: object,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = member(input, name);
  if (value === undefined) return undefined;
  const choice = choices.find((one) => one === value);
  if (choice) return choice;
  throw new Error(`“${name}” has to be ${oneOf(choices)}.`);
}

/** `“projects” or “collections”`. */
export function oneOf(choices: readonly string[]): string {
  return choices.map((one) => `“${one}”`).join(' or ');
}

/** A whole number from 1. @throws Error with a sentence, if it is another value. */
export function countIn(input: object, name: string, most: number): number | undefined {
  const value = member(input, name);
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= most)
    return value;
  const range = most === Number.MAX_SAFE_INTEGER ? 'from 1' : `from 1 to ${most}`;
  throw new Error(`“${name}” has to be a whole number ${range}.`);
}

/** An id as text; a model may also write it as a number. */
export function idIn(input: object, name: string): string | undefined {
  const value = member(input, name);
  return typeof value === 'number' && Number.isSafeInteger(value)
    ? String(value)
    : textIn(input, name);
}
