import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { connected } from '../../connection/connected.ts';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import { refreshRow } from '../../core/lists/refreshRow.ts';
import { formatRef, type Project } from '../../core/model/model.ts';
import { isServiceError } from '../../core/model/serviceError.ts';
import type { JsonDocuments } from '../../documents/jsonDocuments.ts';
import { comparison, type Side } from '../../core/messages/snapshotText.ts';
import { readStats, snapshotText } from '../../documents/jsonText.ts';
import { rowTitle, snapshotUri } from '../../documents/jsonUri.ts';
import { onDisk, type Snapshot, type SnapshotOwner } from '../../documents/snapshots.ts';
import type { Handler, Handlers } from '../../editor/commandRegistry.ts';
import { formatNumber } from '../../editor/locale.ts';
import { showInformation, showStatus, withProgress } from '../../editor/notify.ts';
import { reportDocument } from '../../editor/reportDocument.ts';
import { targetRow, type Targets } from '../../views/commandTargets.ts';
import { type AskedProject, projectRefOf } from '../../views/projectRefOf.ts';
import { chooseSnapshot, NOW, snapshotTimes } from './chooseSnapshot.ts';

/** @param closing aborts when the window closes or the extension host restarts. */
export function snapshotCommands(
  session: Session,
  targets: Targets,
  documents: JsonDocuments,
  projects: PagedList<Project>,
  closing: AbortSignal,
) {
  let comparisons: ReturnType<typeof reportDocument> | undefined;
  const report: Report = (title, text) =>
    (comparisons ??= reportDocument('mintscope-comparison', closing)).preview(title, text);
  const onProject =
    (title: string, run: (target: AskedSnapshot) => Promise<void>): Handler =>
    (row, selected) =>
      connected(session, async (connection) => {
        const project = await targetRow(targets, row, selected, { title, lists: ['projects'] });
        if (!project || connection.ended.aborted) return;
        const ref = await projectRefOf(project, connection.ended);
        if (!ref) return;
        session.probeNow();
        await run({ project, ref, connection, projects });
      });
  return {
    'mintscope.saveSnapshot': onProject(l10n.t('Save a snapshot of which project?'), (target) =>
      saveSnapshot(documents, target),
    ),

    'mintscope.compareSnapshot': onProject(
      l10n.t('Compare which project with a snapshot?'),
      (target) => compareSnapshot(documents, target, report),
    ),
  } satisfies Handlers;
}

/** Shows a report in Markdown. */
type Report = (title: string, text: string) => Promise<void>;

/** The project that a command on snapshots works on, and the list that has its row. */
export interface AskedSnapshot extends AskedProject {
  readonly projects: PagedList<Project>;
}

/**
 * Saves a project's row and its stats, both requested now; the loaded row if it cannot be requested.
 * Saves nothing if the user cancels.
 * @throws Error with a sentence if the service or the disk fails, or the connection changes.
 */
export async function saveSnapshot(
  { snapshots }: JsonDocuments,
  target: AskedSnapshot,
): Promise<void> {
  const now = await readNow(target);
  if (now === undefined) return;
  await onDisk('saved', () => snapshots.save(ownerOf(target), now));
  showStatus(l10n.t('Snapshot of {0} saved.', rowTitle(target.project)));
}

/**
 * Prompts for a snapshot and what to compare it with, and shows both, the older one on the left: as a
 * table, with an offer to see the JSON in the editor's diff, or that at once if one has no counts.
 * Without snapshots, offers to save one.
 * @throws Error with a sentence if the service or the disk fails, or the connection changes.
 */
export async function compareSnapshot(
  documents: JsonDocuments,
  target: AskedSnapshot,
  report: Report,
): Promise<void> {
  const { snapshots } = documents;
  const { project, connection } = target;
  const owner = ownerOf(target);
  const saved = await onDisk('listed', () => snapshots.list(owner));
  if (saved.length === 0) {
    const save = l10n.t('Save Snapshot');
    const choice = await showInformation(
      l10n.t('There is no snapshot of this project yet. Save one now to compare with later.'),
      save,
    );
    if (choice === save) await saveSnapshot(documents, target);
    return;
  }
  const title = rowTitle(project);
  const uriOf = (snapshot: Snapshot) => () => snapshotUri(owner, project, snapshot);
  const textOf = async (snapshot: Snapshot) => {
    const text = await onDisk('read', () => snapshots.read(owner, snapshot));
    // Another window may have deleted it.
    if (text === undefined) throw new Error(l10n.t('This snapshot was deleted.'));
    return text;
  };
  const show = async (older: Compared, newer: Compared) => {
    const compared = comparisonOf(title, older, newer);
    if (compared) {
      await report(title, compared.text);
      const diff = l10n.t('Compare as JSON');
      const choice = await showInformation(`${title}: ${compared.changed}`, diff);
      if (choice !== diff || connection.ended.aborted) return;
    }
    const names = `${title}: ${older.name} ↔ ${newer.name}`;
    const uris = [await older.uri(), await newer.uri()];
    await vscode.commands.executeCommand('vscode.diff', ...uris, names);
  };
  const timeOf = snapshotTimes(saved, documents.session.clock.now());
  const choose = (placeholder: string, values: Parameters<typeof chooseSnapshot>[1]) =>
    chooseSnapshot(
      {
        title,
        placeholder,
        timeOf,
        ended: connection.ended,
        remove: (snapshot) => snapshots.delete(owner, snapshot),
      },
      values,
    );
  const first = await choose(l10n.t('Compare which snapshot?'), saved);
  if (!first || first === NOW) return;
  const others = (await onDisk('listed', () => snapshots.list(owner))).filter(
    ({ at }) => at !== first.at,
  );
  const second =
    others.length === 0
      ? NOW
      : await choose(l10n.t('Compare {0} with what?', timeOf(first)), [NOW, ...others]);
  if (!second) return;
  if (second === NOW) {
    const now = await readNow(target);
    if (now === undefined) return;
    await show(
      { name: snapshotTimes([first])(first), text: await textOf(first), uri: uriOf(first) },
      { name: l10n.t('now'), text: now, uri: () => documents.ofNow(target, now) },
    );
    return;
  }
  const [older, newer] = first.at < second.at ? [first, second] : [second, first];
  const dateOf = snapshotTimes([older, newer]);
  await show(
    { name: dateOf(older), text: await textOf(older), uri: uriOf(older) },
    { name: dateOf(newer), text: await textOf(newer), uri: uriOf(newer) },
  );
}

/** `undefined` if the stats of one side have no counts. */
function comparisonOf(title: string, older: Side, newer: Side) {
  try {
    return comparison(title, older, newer, formatNumber);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return undefined;
  }
}

function ownerOf({ connection, ref }: AskedProject): SnapshotOwner {
  return { service: connection.account, key: formatRef(ref) };
}

interface Compared extends Side {
  readonly uri: () => vscode.Uri | Promise<vscode.Uri>;
}

/**
 * The text of a snapshot of the present state, requested now; `undefined` if the user cancels.
 * @throws the reason of `connection.ended`, also if that ended before.
 */
async function readNow({
  project,
  projects,
  ref,
  connection,
}: AskedSnapshot): Promise<string | undefined> {
  const { ended } = connection;
  ended.throwIfAborted();
  const title = l10n.t('Reading the stats from {0}…', connection.address.host);
  const read = await withProgress(title, async (canceled) => {
    const signal = AbortSignal.any([canceled, ended]);
    try {
      const [stats, row] = await Promise.all([
        readStats(connection, formatRef(ref), signal, false),
        refreshRow(projects, project.key, signal),
      ]);
      return canceled.aborted ? undefined : { stats, row: row ?? project };
    } catch (error) {
      ended.throwIfAborted();
      if (canceled.aborted) return undefined;
      throw error;
    }
  });
  ended.throwIfAborted();
  return read && snapshotText(read.row.source, read.stats);
}
