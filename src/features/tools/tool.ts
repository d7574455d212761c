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
   * What it will ask the service for, such as `page 2 of your projects`. It is missing, or gives
   * `undefined`, if the answer is what Mintscope has loaded.
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

/** Awaits an answer of the service. A failure is thrown as a sentence. */
export async function answered<T>(
  answer: Promise<T>,
  describe: (failure: Failure) => FailureWords,
): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const { failure } = error;
    const { reason, hint } = describe(failure);
    // The words for a pause name a button of the panels.
    const next = failure.kind === 'paused' ? 'Requests are paused; try again in a minute.' : hint;
    throw new Error(`${reason} ${next}`, { cause: error });
  }
}
