import * as vscode from 'vscode';
import { projectOfLink } from '../core/projectQuery.ts';
import type { StatsPanels } from './statsPanels.ts';

/** Opens `vscode://mintscope.mintscope/projects/t/12`. A link can name a project and nothing else. */
export class DeepLinks implements vscode.UriHandler {
  readonly #panels: StatsPanels;

  constructor(panels: StatsPanels) {
    this.#panels = panels;
  }

  handleUri({ path }: vscode.Uri): void {
    const ref = projectOfLink(path);
    if (ref) this.#panels.open(ref);
    else {
      void vscode.window.showWarningMessage(
        'Mintscope: this link names no project. One looks like …/projects/t/12.',
      );
    }
  }
}
