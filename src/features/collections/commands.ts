import * as vscode from 'vscode';
import type { Handlers } from '../../editor/commandRegistry.ts';
import { targetRow, type Views } from '../../views/commandTargets.ts';
import type { collectionPanels } from './register.ts';

/** The command that opens a collection. */
export function collectionCommands(
  views: Views,
  panels: Pick<ReturnType<typeof collectionPanels>, 'open'>,
) {
  return {
    'mintscope.openCollection': async (called, selected) => {
      const row = targetRow(views, called, selected);
      if (row?.kind === 'collection') return panels.open(row, 'row');
      await vscode.commands.executeCommand('mintscope.find');
    },
  } satisfies Handlers;
}
