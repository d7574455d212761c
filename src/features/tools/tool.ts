import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { Catalog } from '../../connection/catalog.ts';
import type { RowsSeenLast } from '../../connection/rowsSeenLast.ts';
import type { Session } from '../../connection/session.ts';
import type { FailureWords } from '../../core/messages/failureWords.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';

/** What the tools read. */
export interface ToolParts {
  readonly session: Session;
  readonly catalog: Catalog;
  /** What has changed in the lists since the person last looked. */
  readonly marks: RowsSeenLast['marks'];
}

/** What a tool found. Its other members go into the answer as JSON. */
export interface Finding {
  /** The time of the oldest data, in milliseconds since 1970; `undefined` if there is none. */
  readonly asOf: number | undefined;
  readonly [member: string]: unknown;
}

/** One tool for an agent. It only reads. */
export interface Tool {
  /** What it does, for the person to read meanwhile: `Reading lists…`. */
  readonly doing: string;
  /**
   * What it will ask the service for, such as `page 2 of your projects`; `undefined` if it only
   * tells what Mintscope holds.
   * @throws Error with a sentence, if the input is wrong.
   */
  asks(input: object): string | undefined;
  /** Rejects with a sentence if the input is wrong or the service fails. */
  find(input: object, connection: ActiveConnection, signal: AbortSignal): Promise<Finding>;
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
