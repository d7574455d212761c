import * as vscode from 'vscode';
import { formatRef, type Project, type ProjectRef } from '../../core/domain.ts';
import { withoutIcons } from '../plainText.ts';
import type { ActiveConnection } from '../session.ts';
import type { JsonDocuments } from './jsonDocuments.ts';
import { readStats, snapshotText } from './jsonText.ts';
import { rowTitle, snapshotUri } from './jsonUri.ts';
import type { Snapshot, SnapshotOwner, Snapshots } from './snapshots.ts';

const STATUS_MS = 5000;

/** A project that can be asked about. */
export interface AskedProject {
  readonly project: Project;
  readonly ref: ProjectRef;
  readonly connection: ActiveConnection;
}

/**
 * Keeps a project's row and its stats as they are now.
 * @throws Error with a sentence if the service or the disk fails.
 */
export async function saveSnapshot(snapshots: Snapshots, asked: AskedProject): Promise<void> {
  const now = await readNow(asked);
  if (now === undefined) return;
  await onDisk('kept', () => snapshots.save(ownerOf(asked), now, Date.now()));
  const title = withoutIcons(rowTitle(asked.project));
  vscode.window.setStatusBarMessage(`Snapshot of ${title} saved.`, STATUS_MS);
}

/**
 * Lets a person choose a snapshot and what to compare it with, and shows the two side by side, the
 * older on the left.
 * @throws Error with a sentence if the service or the disk fails.
 */
export async function compareSnapshot(
  documents: JsonDocuments,
  asked: AskedProject,
): Promise<void> {
  const { snapshots } = documents;
  const { project } = asked;
  const owner = ownerOf(asked);
  const taken = await onDisk('listed', () => snapshots.list(owner));
  if (taken.length === 0) {
    const save = 'Save Snapshot';
    const choice = await vscode.window.showInformationMessage(
      'There is no snapshot of this project yet. Save one now to compare with later.',
      save,
    );
    if (choice === save) await saveSnapshot(snapshots, asked);
    return;
  }
  const title = withoutIcons(rowTitle(project));
  const remove = (one: Snapshot) => onDisk('deleted', () => snapshots.delete(owner, one));
  const first = await choose({ title, placeholder: 'Compare which snapshot?', remove }, taken);
  if (!first || first === NOW) return;
  const others = (await onDisk('listed', () => snapshots.list(owner))).filter(
    ({ at }) => at !== first.at,
  );
  const second =
    others.length === 0
      ? NOW
      : await choose({ title, placeholder: `Compare ${timeOf(first)} with what?`, remove }, [
          NOW,
          ...others,
        ]);
  if (!second) return;
  if (second === NOW) {
    const now = await readNow(asked);
    if (now === undefined) return;
    await show(
      snapshotUri(owner, project, first),
      await documents.ofNow(asked, now),
      `${rowTitle(project)}: ${timeOf(first)} ↔ now`,
    );
    return;
  }
  const [older, newer] = first.at < second.at ? [first, second] : [second, first];
  await show(
    snapshotUri(owner, project, older),
    snapshotUri(owner, project, newer),
    `${rowTitle(project)}: ${timeOf(older)} ↔ ${timeOf(newer)}`,
  );
}

function ownerOf({ connection, ref }: AskedProject): SnapshotOwner {
  return { service: connection.service, key: formatRef(ref) };
}

async function show(left: vscode.Uri, right: vscode.Uri, title: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', left, right, title);
}

/** The text of a snapshot taken now, or `undefined` if the person cancels. */
async function readNow({ project, ref, connection }: AskedProject): Promise<string | undefined> {
  const cancelled = new AbortController();
  const stats = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: `Asking ${connection.address.host} for the stats…`,
      cancellable: true,
    },
    async (_, token) => {
      token.onCancellationRequested(() => {
        cancelled.abort();
      });
      try {
        return await readStats(connection, formatRef(ref), cancelled.signal);
      } catch (error) {
        if (cancelled.signal.aborted) return undefined;
        throw error;
      }
    },
  );
  return stats && snapshotText(project.source, stats);
}

/** Rejects with a sentence where the disk fails. */
async function onDisk<T>(done: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`The snapshot could not be ${done} (${message}).`, { cause: error });
  }
}

const NOW = 'now';

interface Choice extends vscode.QuickPickItem {
  readonly value: Snapshot | typeof NOW;
}

/** To the millisecond, so that no two snapshots read the same. */
const times = new Intl.DateTimeFormat(vscode.env.language, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

function timeOf({ at }: Snapshot): string {
  return times.format(at);
}

const DELETE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: 'Delete Snapshot',
};

function choiceOf(value: Snapshot | typeof NOW): Choice {
  return value === NOW
    ? { label: 'Now', description: 'asks the service', value }
    : { label: timeOf(value), buttons: [DELETE], value };
}

/** Resolves with `undefined` if the person gives up, or has deleted all there was. */
function choose(
  step: {
    readonly title: string;
    readonly placeholder: string;
    readonly remove: (snapshot: Snapshot) => Promise<void>;
  },
  values: readonly (Snapshot | typeof NOW)[],
): Promise<Snapshot | typeof NOW | undefined> {
  const pick = vscode.window.createQuickPick<Choice>();
  pick.title = step.title;
  pick.placeholder = step.placeholder;
  pick.items = values.map(choiceOf);
  return new Promise((resolve, reject) => {
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (!chosen) return;
      resolve(chosen.value);
      pick.hide();
    });
    pick.onDidTriggerItemButton(({ item: { value } }) => {
      if (value === NOW) return;
      step.remove(value).then(() => {
        pick.items = pick.items.filter((one) => one.value !== value);
        if (pick.items.length === 0) pick.hide();
      }, reject);
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
