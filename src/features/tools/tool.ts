import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Catalog } from '../../connection/catalog.ts';
import type { RowsSeenLast } from '../../connection/rowsSeenLast.ts';
import type { Session } from '../../connection/session.ts';
import type { FailureWords } from '../../core/messages/failureWords.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';

export interface ToolParts {
  readonly session: Session;
  readonly catalog: Catalog;
  /** What has changed in the lists since the user last looked. */
  readonly marks: RowsSeenLast['marks'];
}

/**
 * What goes into the answer as JSON. `asOf` is the time of the oldest data, in milliseconds since
 * 1970; `undefined` if there is none.
 */
export type Finding = { readonly asOf: number | undefined } & Readonly<Record<string, unknown>>;

/** One tool for an agent. It only reads. */
export interface Tool {
  /** What it does, for the user to read meanwhile: `Reading lists…`. */
  readonly doing: string;
  /**
   * What it will request, such as `page 2 of your projects`. It is missing, or gives `undefined`,
   * if no request is needed.
   * @throws Error with a sentence, if the input is wrong.
   */
  asks?(input: object): string | undefined;
  /** Rejects with a sentence if the input is wrong or the service fails. */
  find(
    input: object,
    connection: ActiveConnection,
    signal: AbortSignal,
  ): Finding | Promise<Finding>;
}

/** Awaits a response of the service. A failure is thrown as a sentence. */
export async function answered<T>(
  response: Promise<T>,
  describe: (failure: Failure) => FailureWords,
): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const { failure } = error;
    const { reason, hint } = describe(failure);
    // The words for a pause name a button of the panels.
    const next = failure.kind === 'paused' ? 'Requests are paused; try again in a minute.' : hint;
    throw new Error(`${reason} ${next}`, { cause: error });
  }
}

/*
 * The input of a tool comes from a language model, and the editor does not check it against the
 * schema. A sentence says what is wrong, so that the model can try again.
 */

/** The most characters of a text; the rest is ignored. */
const MOST_CHARACTERS = 200;

function member(input: object, name: string): unknown {
  const value = (input as Readonly<Record<string, unknown>>)[name];
  // Models write null, or an empty text, where they mean to leave a member out.
  return value === null || value === '' ? undefined : value;
}

/** A text; `undefined` if it is left out. @throws Error with a sentence, if it is no text. */
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

/** A whole number from 1 to `most`. @throws Error with a sentence, if it is another value. */
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
