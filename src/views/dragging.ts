import type * as vscode from 'vscode';
import type { Row } from './treeNodes.ts';

/** Lets rows be dragged. The code is loaded when one is. */
export const dragging: vscode.TreeDragAndDropController<Row> = {
  dragMimeTypes: ['text/plain'],
  dropMimeTypes: [],
  handleDrag: async (rows, data) => {
    const { dragRows } = await import('./dragRows.ts');
    dragRows(rows, data);
  },
};
