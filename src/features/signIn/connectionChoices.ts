import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { givenName, nameOf } from '../../connection/connectionName.ts';
import type { Session } from '../../connection/session.ts';
import { scopeWords, type StoredSignIn } from '../../connection/storedSignIn.ts';
import { joinWords } from '../../core/base/displayText.ts';
import type { ServiceAddress } from '../../core/client/serviceAddress.ts';
import { agoWords } from '../../editor/locale.ts';

/** What the user can choose in Switch Connection. */
export type ConnectionChoice =
  | { readonly kind: 'switch'; readonly signIn: StoredSignIn }
  | { readonly kind: 'name'; readonly address: ServiceAddress }
  | { readonly kind: 'stay' | 'signIn' | 'sample' | 'signOut' | 'forgetAll' };

export interface ConnectionItem extends vscode.QuickPickItem {
  readonly choice?: ConnectionChoice;
  readonly buttons?: readonly ConnectionButton[];
}

interface ConnectionButton extends vscode.QuickInputButton {
  readonly does: 'name' | 'forget';
}

export function placeholder(current: ActiveConnection | undefined, refused: boolean): string {
  if (!current) return l10n.t('Not signed in. Choose a connection');
  if (current.scope === 'sample') return l10n.t('Using sample data. Choose another connection');
  const name = nameOf(current);
  if (refused) {
    return l10n.t('{0} refused your token. Sign in again or choose another connection', name);
  }
  return current.scope === 'workspace'
    ? l10n.t('Using {0} in this workspace. Choose another connection', name)
    : l10n.t('Using {0} in every workspace. Choose another connection', name);
}

/** The items of Switch Connection: the connection in use, the other stored sign-ins, and actions. */
export function choices(
  stored: readonly StoredSignIn[],
  { clock, current, refused }: Session,
): ConnectionItem[] {
  const separator = { label: '', kind: vscode.QuickPickItemKind.Separator };
  const others = stored.filter(({ id }) => id !== current?.id);
  const items: ConnectionItem[] = [];
  if (current) items.push(currentItem(current));
  if (others.length > 0)
    items.push(
      { ...separator, label: l10n.t('recent') },
      ...others.map((signIn) => recentItem(signIn, clock.now())),
    );
  items.push(separator, {
    label: signInLabel(refused, stored.length),
    iconPath: new vscode.ThemeIcon('key'),
    choice: { kind: 'signIn' },
  });
  if (current?.scope !== 'sample') {
    items.push({
      label: l10n.t('Explore Sample Data'),
      ...(current && {
        description: l10n.t('in place of {0}, whose sign-in is kept', nameOf(current)),
      }),
      iconPath: new vscode.ThemeIcon('beaker'),
      choice: { kind: 'sample' },
    });
  }
  if (current) {
    const from = nameOf(current);
    items.push({
      label:
        current.scope === 'sample' ? l10n.t('Stop Sample Data') : l10n.t('Sign Out of {0}', from),
      iconPath: new vscode.ThemeIcon('sign-out'),
      choice: { kind: 'signOut' },
    });
  }
  items.push({
    label: l10n.t('Delete All Stored Tokens…'),
    iconPath: new vscode.ThemeIcon('trash'),
    choice: { kind: 'forgetAll' },
  });
  return items;
}

function signInLabel(refused: boolean, stored: number): string {
  if (refused) return l10n.t('Sign In Again…');
  return stored > 0 ? l10n.t('Sign In Elsewhere…') : l10n.t('Sign In…');
}

function currentItem(current: ActiveConnection): ConnectionItem {
  const { scope } = current;
  const inUse = l10n.t('in use');
  const shown =
    scope === 'sample'
      ? { label: l10n.t('Sample data'), description: joinWords(l10n.t('made up'), inUse) }
      : { ...labelsOf(current, scopeWords(scope), inUse), buttons: [nameButton()] };
  return {
    ...shown,
    iconPath: new vscode.ThemeIcon('check'),
    choice: { kind: 'stay' },
  };
}

function recentItem(signIn: StoredSignIn, now: number): ConnectionItem {
  const { scope, usedAt } = signIn;
  const used = usedAt > 0 ? l10n.t('last used {0}', agoWords(usedAt, now)) : '';
  const forget = {
    iconPath: new vscode.ThemeIcon('trash'),
    tooltip: l10n.t('Delete this sign-in'),
  };
  return {
    ...labelsOf(signIn, scopeWords(scope), used),
    iconPath: new vscode.ThemeIcon(scope === 'workspace' ? 'plug' : 'globe'),
    buttons: [nameButton(), { ...forget, does: 'forget' }],
    choice: { kind: 'switch', signIn },
  };
}

/** The name that the user has given, with the address beside it; without a name, the address. */
function labelsOf(signIn: Pick<ActiveConnection, 'address' | 'scope'>, ...words: string[]) {
  const [name, base] = [givenName(signIn), shortBase(signIn.address)];
  return name === undefined
    ? { label: base, description: joinWords(...words) }
    : { label: name, description: joinWords(base, ...words) };
}

function nameButton(): ConnectionButton {
  const tooltip = l10n.t('Name and color…');
  return { iconPath: new vscode.ThemeIcon('edit'), tooltip, does: 'name' };
}

/** `127.0.0.1:8080/api`: the address without its scheme. */
export function shortBase({ base }: ServiceAddress): string {
  return base.replace(/^https?:\/\//, '');
}
