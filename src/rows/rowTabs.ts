import * as vscode from 'vscode';
import { activeTabGroup } from '../editor/optionalApi.ts';
import type { Session } from '../connection/session.ts';
import type { ServiceRow } from '../lists/index.ts';
import { addressOf, isSameResource, type PlaceOf } from './address.ts';
import { isReport, SCHEME } from './resources.ts';

/** How a tab is opened. */
export interface Opening {
  /** Whether the next row that is opened as a preview may replace it, if the editor has previews. */
  readonly preview: boolean;
  readonly preserveFocus?: boolean;
  /** Shows the text of the resource. */
  readonly asText?: boolean;
}

/** By a click on a row, which leaves the focus there, as a click on a file does. */
export const FROM_ROW: Opening = { preview: true, preserveFocus: true };
export const TO_STAY: Opening = { preview: false };

/** Opens a row in its panel. `ended` is that of the row's connection. */
export type OpenRow = (
  row: ServiceRow,
  opening: Opening,
  ended?: AbortSignal,
) => void | Promise<void>;

/** The addresses that a tab shows: two if it is a diff. */
export function addressesOf(tab: vscode.Tab | undefined): readonly vscode.Uri[] {
  const input = tab?.input;
  if (input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText) {
    return [input.uri];
  }
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}

export function addressInFront(): vscode.Uri | undefined {
  return addressesOf(activeTabGroup()?.activeTab).find(({ scheme }) => scheme === SCHEME);
}

/** The address at which a tab shows the resource of an address; it may have another title. */
export function shownAs(uri: vscode.Uri): vscode.Uri | undefined {
  return allTabs()
    .flatMap(addressesOf)
    .find((one) => one.scheme === SCHEME && isSameResource(one, uri));
}

/**
 * Closes the reports and the tabs of other accounts once an account is known, and all tabs after a
 * sign-out: their titles name rows. While the sign-in cannot be looked up, all tabs stay.
 */
export function closeTabsOfOthers(session: Session, placeOf: PlaceOf): vscode.Disposable {
  // Tabs stay in a window that begins signed out.
  let before: string | undefined;
  const follow = () => {
    if (session.failure) return;
    const place = session.account && placeOf(session.account);
    if (place === before) return;
    before = place;
    const isOther = (uri: vscode.Uri) =>
      uri.scheme === SCHEME && (isReport(uri) || addressOf(uri)?.place !== place);
    const others = allTabs().filter((tab) => addressesOf(tab).some(isOther));
    if (others.length > 0) void vscode.window.tabGroups.close(others, true);
  };
  follow();
  return session.onDidChange(follow);
}

export function ownTabs(): readonly vscode.Tab[] {
  return allTabs().filter((tab) => addressesOf(tab).some(({ scheme }) => scheme === SCHEME));
}

export function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}
