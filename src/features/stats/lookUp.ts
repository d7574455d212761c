import * as vscode from 'vscode';
import { displayText } from '../../core/base/displayText.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { formatRef, type Project, type ProjectRef, projectRef } from '../../core/model/model.ts';
import {
  describeId,
  describeRef,
  parseProjectQuery,
  type ProjectQuery,
} from '../../core/model/projectRef.ts';
import { formatNumber } from '../../editor/locale.ts';
import { answered, createPick, type TextItem, textItem } from '../../editor/quickPick.ts';
import { describeProject, projectTitle } from '../../views/treeItems.ts';

interface Line extends vscode.QuickPickItem {
  /** Both are missing on a line that is an explanation. */
  readonly ref?: ProjectRef | undefined;
  readonly project?: Project;
}

type Choice = TextItem<Line>;

/** A project to open, with its row if one is loaded; `ref` is missing if its kind is not known. */
export interface LookedUp {
  readonly ref?: ProjectRef | undefined;
  readonly project?: Project | undefined;
}

/**
 * Lets a person choose one of the loaded projects, or type a reference to any. Resolves with
 * `undefined` if they gave up or the connection ended.
 */
export function lookUp(
  projects: PagedList<Project>,
  ended: AbortSignal,
): Promise<LookedUp | undefined> {
  const { state } = projects;
  // Stats cannot be requested without an id.
  const loaded = state.rows.filter(({ id }) => id !== undefined).map(loadedChoice);
  const byRef = new Map(
    loaded.flatMap((choice) => (choice.ref ? [[formatRef(choice.ref), choice] as const] : [])),
  );
  const kindsOf = (id: string) =>
    (['t', 'n'] as const).filter((kind) => byRef.has(formatRef({ kind, id })));

  const pick = createPick<Line>();
  pick.title = 'Look up project stats';
  pick.placeholder = placeholder(loaded.length, state.total);
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;

  const itemsFor = (query: ProjectQuery): readonly Choice[] => {
    switch (query.kind) {
      case 'words':
        return loaded;
      case 'bad':
        return [textItem({ label: query.sentence, iconPath: WARNING, alwaysShow: true })];
      case 'refs':
        return query.refs.map((ref) => ({
          ...(byRef.get(formatRef(ref)) ?? unseenChoice(ref)),
          alwaysShow: true,
        }));
    }
  };
  let shown: readonly Choice[] = loaded;
  pick.items = shown;
  const refresh = () => {
    const items = itemsFor(parseProjectQuery(pick.value, kindsOf));
    // Sending thousands of unchanged items for each letter would make typing slow.
    if (items === shown) return;
    shown = items;
    pick.items = items;
  };

  return answered<LookedUp>(pick, ended, (answer) => {
    pick.onDidChangeValue(refresh);
    pick.onDidAccept(() => {
      const choice = chosen(pick.activeItems[0], parseProjectQuery(pick.value, kindsOf));
      // An explanation does not close the picker.
      if (choice?.ref ?? choice?.project) answer(choice);
    });
  });
}

/**
 * The choice of Enter. Right after typing, the active item may still be that of an earlier text, so
 * a reference that is typed in full comes first.
 */
function chosen(active: Choice | undefined, query: ProjectQuery): LookedUp | undefined {
  if (query.kind !== 'refs') return active;
  const { refs } = query;
  const isAsked = refs.some((ref) => active?.ref && formatRef(active.ref) === formatRef(ref));
  if (isAsked) return active;
  return refs.length === 1 ? { ref: refs[0] } : undefined;
}

const WARNING = new vscode.ThemeIcon('warning');

function placeholder(loaded: number, total: number | undefined): string {
  const refs = 't/12 (transferable), n/12 (non-transferable) or 12';
  if (loaded === 0) return `Type ${refs}`;
  const of = total === undefined || total <= loaded ? '' : ` (of ${formatNumber(total)})`;
  const projects = loaded === 1 ? 'the loaded project' : `${formatNumber(loaded)} loaded projects`;
  return `Search ${projects}${of}, or type ${refs}`;
}

function loadedChoice(project: Project): Choice {
  const ref = projectRef(project);
  const address = displayText(project.mintAddress ?? '', 80);
  const detail = [describeId(project) ?? '', address].filter((part) => part !== '').join(' · ');
  return textItem<Line>({
    label: projectTitle(project),
    description: describeProject(project),
    detail,
    ref,
    project,
  });
}

function unseenChoice(ref: ProjectRef): Choice {
  return textItem<Line>({
    label: `Project ${describeRef(ref)}`,
    description: 'not among the loaded projects',
    iconPath: new vscode.ThemeIcon('search'),
    ref,
  });
}
