import { arch, release, type } from 'node:os';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { trySecrets, tryStorage } from '../../connection/checkedService.ts';
import type { Session } from '../../connection/session.ts';
import { type Check, type CheckResult, failed, ok } from '../../core/doctor/check.ts';
import { storageCode } from '../../kept/database.ts';

/** The checks of this machine, which need no service. */
export function machineChecks(session: Session): readonly Check[] {
  return [
    { id: 'secretStorage', run: () => secrets(session) },
    { id: 'files', run: () => files(session) },
    { id: 'versions', run: versions },
  ];
}

async function secrets(session: Session): Promise<CheckResult> {
  try {
    const count = await trySecrets(session);
    return ok(
      count === 1
        ? l10n.t('The editor’s secret storage answers. It holds 1 sign-in for this window.')
        : l10n.t(
            'The editor’s secret storage answers. It holds {0} sign-ins for this window.',
            count,
          ),
    );
  } catch (error) {
    // Worded in `storedSignIn.ts`.
    const said = error instanceof Error ? error.message : String(error);
    return failed(
      said,
      l10n.t(
        'Unlock or install the keyring of your system, then reload the window. Until then you cannot stay signed in.',
      ),
    );
  }
}

function files(session: Session): CheckResult {
  try {
    return tryStorage(session)
      ? ok(l10n.t('Mintscope can write and read its files.'))
      : ok(l10n.t('Mintscope writes no files, because mintscope.keepRows is off.'));
  } catch (error) {
    // Not the message of the error, which may hold a path.
    const code = error instanceof Error ? storageCode(error) : l10n.t('no code');
    if (['ENOSPC', 'EDQUOT'].includes(code)) {
      return failed(
        l10n.t('Mintscope cannot write its files: the disk is full ({0}).', code),
        l10n.t(
          'Free some space. Until then rows are not kept for the next time; everything else works.',
        ),
      );
    }
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
      return failed(
        l10n.t('Mintscope cannot write its files: it may not write to its folder ({0}).', code),
        l10n.t(
          'Check who owns the folder of the editor’s data. Until then rows are not kept for the next time; everything else works.',
        ),
      );
    }
    return failed(
      l10n.t('Mintscope cannot write and read its files ({0}).', code),
      l10n.t('Until that works, rows are not kept for the next time; everything else works.'),
    );
  }
}

function versions(): CheckResult {
  const mintscope = vscode.extensions.getExtension<unknown>('mintscope.mintscope');
  const { version = l10n.t('of an unknown version') } = (mintscope?.packageJSON ?? {}) as {
    readonly version?: string;
  };
  const { appName, remoteName, uiKind } = vscode.env;
  const editor = `${appName} ${vscode.version}`;
  const isInBrowser = uiKind === vscode.UIKind.Web;
  const found = isInBrowser
    ? l10n.t('Mintscope {0}, {1}, in a browser.', version, editor)
    : l10n.t('Mintscope {0}, {1}, on the desktop.', version, editor);
  return ok(found, [
    where(remoteName, isInBrowser),
    l10n.t('System: {0}.', `${type()} ${release()} ${arch()}`),
    `Node ${process.versions.node}.`,
  ]);
}

/**
 * On which machine Mintscope runs. On the desktop `remoteName` is a kind, such as `ssh-remote`; in a
 * browser it may be the host of the editor's own server, which a report must not pass on.
 */
function where(remoteName: string | undefined, isInBrowser: boolean): string {
  if (remoteName === undefined) return l10n.t('It runs on the machine of the editor.');
  return isInBrowser
    ? l10n.t('It runs on a remote machine.')
    : l10n.t('It runs on a remote machine ({0}).', remoteName);
}
