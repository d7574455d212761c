import * as vscode from 'vscode';
import type { Catalog } from '../connection/catalog.ts';
import type { Session } from '../connection/session.ts';
import { parseProjectRef, unseenProject } from '../core/model/projectRef.ts';
import type { RowInFront } from '../views/commandTargets.ts';
import { loadedRow } from './documentReader.ts';
import { addressesOf, JSON_SCHEME, jsonSubject } from './jsonUri.ts';

/** The row of the JSON document or diff in front. */
export function documentInFront(session: Session, catalog: Catalog): RowInFront {
  return () => {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const uri = addressesOf(activeTab).find(({ scheme }) => scheme === JSON_SCHEME);
    if (!uri) return undefined;
    const subject = jsonSubject(uri);
    // What a document of another account shows must not be acted on in this one.
    if (subject?.service !== session.current?.account || !subject) return 'unknown';
    const ref = parseProjectRef(subject.key.replace(/^project\//, ''));
    return loadedRow(catalog, subject) ?? (ref ? unseenProject(ref) : 'unknown');
  };
}
