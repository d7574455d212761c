import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import { isServiceRow } from '../../core/model/model.ts';
import { parseProjectRef } from '../../core/model/projectRef.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { projectRefOf } from '../../views/projectRefOf.ts';
import type { OpenStats } from './statsTabs.ts';

/** Commands that open a project's stats. */
export function statsCommands(session: Session, open: OpenStats) {
  /** @param row a row, or a reference such as `t/12`; without either, the person is asked. */
  const openStats = async (row: unknown) => {
    const named = typeof row === 'string' ? parseProjectRef(row) : undefined;
    if (named) return open(named, undefined, 'picker');
    if (!isServiceRow(row) || row.kind !== 'project') {
      await vscode.commands.executeCommand('mintscope.lookUpStats');
      return;
    }
    const ref = await projectRefOf(row, session.current?.ended);
    if (ref) await open(ref, row, 'row');
  };
  return {
    'mintscope.openStats': openStats,
  } satisfies Handlers;
}
