import type * as vscode from 'vscode';

const MEMORY = 'mintscope.arrangement';

/** What a workspace remembers of how the Projects of each account are arranged. */
export interface ArrangementMemory {
  /** The stored arrangement, which may be anything; `undefined` if there is none. */
  of(account: string): unknown;
  /** @param arrangement `undefined` to delete the stored one. */
  keep(account: string, arrangement: unknown): Thenable<void>;
}

export function arrangementMemory(memento: vscode.Memento): ArrangementMemory {
  const read = () => {
    const value = memento.get<unknown>(MEMORY);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  };
  return {
    of: (account) => read()[account],
    keep: (account, arrangement) => memento.update(MEMORY, { ...read(), [account]: arrangement }),
  };
}
