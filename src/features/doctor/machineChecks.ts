import { arch, release, type } from 'node:os';
import * as vscode from 'vscode';
import { tryKeptFiles, trySecrets } from '../../connection/checkedService.ts';
import type { Session } from '../../connection/session.ts';
import { type Check, type CheckResult, failed, ok } from '../../core/doctor/check.ts';
import { errorCode } from '../../disk/errorCode.ts';

/** The checks of this machine, which need no service. */
export function machineChecks(session: Session): readonly Check[] {
  return [
    { name: 'Secret storage', run: () => secrets(session) },
    { name: 'Files', run: () => files(session) },
    { name: 'Versions', run: versions },
  ];
}

async function secrets(session: Session): Promise<CheckResult> {
  try {
    const count = await trySecrets(session);
    return ok(
      count === 1
        ? 'The editor’s secret storage answers. It holds 1 sign-in for this window.'
        : `The editor’s secret storage answers. It holds ${count} sign-ins for this window.`,
    );
  } catch (error) {
    // Worded in `storedSignIn.ts`.
    const said = error instanceof Error ? error.message : String(error);
    return failed(
      said,
      'Unlock or install the keyring of your system, then reload the window. Until then you cannot stay signed in.',
    );
  }
}

async function files(session: Session): Promise<CheckResult> {
  try {
    return (await tryKeptFiles(session))
      ? ok('Mintscope can write and read its files.')
      : ok('Mintscope writes no files, because mintscope.keepRows is off.');
  } catch (error) {
    // Not the message of the error, which may hold a path.
    const code = errorCode(error) ?? 'no code';
    if (['ENOSPC', 'EDQUOT'].includes(code)) {
      return failed(
        `Mintscope cannot write its files: the disk is full (${code}).`,
        'Free some space. Until then rows are not kept for the next time; everything else works.',
      );
    }
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
      return failed(
        `Mintscope cannot write its files: it may not write to its folder (${code}).`,
        'Check who owns the folder of the editor’s data. Until then rows are not kept for the next time; everything else works.',
      );
    }
    return failed(
      `Mintscope cannot write and read its files (${code}).`,
      'Until that works, rows are not kept for the next time; everything else works.',
    );
  }
}

function versions(): CheckResult {
  const mintscope = vscode.extensions.getExtension<unknown>('mintscope.mintscope');
  const { version = 'of an unknown version' } = (mintscope?.packageJSON ?? {}) as {
    readonly version?: string;
  };
  const { appName, remoteName, uiKind } = vscode.env;
  const where = uiKind === vscode.UIKind.Web ? 'in a browser' : 'on the desktop';
  return ok(`Mintscope ${version}, ${appName} ${vscode.version}, ${where}.`, [
    remoteName === undefined
      ? 'It runs on the machine of the editor.'
      : `It runs on a remote machine (${remoteName}).`,
    `System: ${type()} ${release()} ${arch()}.`,
    `Node ${process.versions.node}.`,
  ]);
}
