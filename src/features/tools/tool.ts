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

type Property =
  | { readonly type: 'string'; readonly enum?: readonly string[] }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum?: number };

/** The input of a tool, as package.json describes it. */
export interface Schema {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Property>>;
}

type ValueOf<P extends Property> = P extends { readonly type: 'integer' }
  ? number
  : P extends { readonly enum: readonly (infer Choice)[] }
    ? Choice
    : string;

/** A checked input. */
export type InputOf<S extends Schema> = {
  readonly [Name in keyof S['properties']]?: ValueOf<S['properties'][Name]>;
};

/** One tool for an agent. It only reads. */
export interface Tool<S extends Schema = Schema> {
  readonly schema: S;
  /** What it does, for the user to read meanwhile: `Reading lists…`. */
  readonly doing: () => string;
  /**
   * What it will request, such as `page 2 of your projects`. It is missing, or gives `undefined`,
   * if no request is needed.
   * @throws Error with a sentence, if the input is wrong.
   */
  asks?(input: InputOf<S>, parts: ToolParts): string | undefined;
  /** Rejects with a sentence if the input is wrong or the service fails. */
  find(
    input: InputOf<S>,
    parts: ToolParts,
    connection: ActiveConnection,
    signal: AbortSignal,
  ): Finding | Promise<Finding>;
}

/** Lets the compiler infer the input of a tool from its schema. */
export function tool<const S extends Schema>(one: Tool<S>): Tool<S> {
  return one;
}

/** The most characters of a text; the rest is ignored. */
const MOST_CHARACTERS = 200;

/**
 * The input that a language model gives, which the editor does not check against the schema. An empty
 * text counts as left out.
 * @throws Error with a sentence, so that the model can try again.
 */
export function checked<S extends Schema>(input: unknown, schema: S): InputOf<S> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new Error('The input has to be an object.');
  }
  const { properties, required } = schema;
  const given = Object.entries(properties).flatMap(([name, property]) => {
    const sent: unknown = Object.hasOwn(input, name)
      ? input[name as keyof typeof input]
      : undefined;
    const value = typeof sent === 'string' ? sent.slice(0, MOST_CHARACTERS).trim() : sent;
    if (value === undefined && !required?.includes(name)) return [];
    if (!fits(value, property)) throw new Error(`“${name}” has to be ${wordsOf(property)}.`);
    return value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given) as InputOf<S>;
}

function fits(value: unknown, property: Property): boolean {
  if (property.type === 'string') {
    return typeof value === 'string' && (property.enum?.includes(value) ?? true);
  }
  const { minimum, maximum = Infinity } = property;
  return Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
}

function wordsOf(property: Property): string {
  if (property.type === 'string') {
    return property.enum?.map((one) => `“${one}”`).join(' or ') ?? 'a text';
  }
  const { minimum, maximum } = property;
  return `a whole number from ${minimum}${maximum === undefined ? '' : ` to ${maximum}`}`;
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
