import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Session } from '../../connection/session.ts';
import { isServiceRow } from '../../core/model/model.ts';
import { parseProjectRef } from '../../core/model/projectRef.ts';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { type Targets, targetRow } from '../../views/commandTargets.ts';
import { projectRefOf } from '../../views/projectRefOf.ts';
import type { StatsPanels } from './statsPanels.ts';

export function statsCommands(
  session: Session,
  panels: Pick<StatsPanels, 'open' | 'refreshInFront' | 'refreshRow'>,
  targets: Targets,
) {
  /** @param row a row, or a reference such as `t/12`; without either, the person is asked. */
  const openStats = async (row: unknown) => {
    const named = typeof row === 'string' ? parseProjectRef(row) : undefined;
    if (named) {
      panels.open(named, undefined, 'picker');
      return;
    }
    if (!isServiceRow(row) || row.kind !== 'project') {
      await vscode.commands.executeCommand('mintscope.lookUpStats');
      return;
    }
    const ref = await projectRefOf(row, session.current?.ended);
    if (ref) panels.open(ref, row, 'row');
  };
  const refreshStats = async (row: unknown, selected: unknown) => {
    if (!isServiceRow(row) && panels.refreshInFront()) return;
    const title = l10n.t('Refresh the stats of which project?');
    const question = { title, kinds: ['project'] } as const;
    const project = await targetRow(targets, row, selected, question);
    if (project?.kind !== 'project') return;
    await openStats(project);
    // Opening has requested the stats anew.
    panels.refreshRow(project.key);
  };
  return {
    'mintscope.refreshStats': refreshStats,
    'mintscope.openStats': openStats,
  } satisfies Handlers;
}
