import * as vscode from 'vscode';
import { offerSignIn } from '../../connection/offerSignIn.ts';
import type { Session } from '../../connection/session.ts';
import type { PagedList } from '../../core/lists/pagedList.ts';
import type { Collection, Project } from '../../core/model/model.ts';
import type { Handler, Handlers } from '../../editor/commandIds.ts';
import { showStatus, showWarning } from '../../editor/notify.ts';
import { type CommandTargets, offerToChoose, type ServiceRow } from '../../views/commandTargets.ts';
import type { Copied } from './copyRows.ts';

type Ids =
  | 'mintscope.copyId'
  | 'mintscope.copyMintAddress'
  | 'mintscope.copyCurl'
  | 'mintscope.copyMarkdown';

/** Copying what rows hold, a line for each. */
export function copyCommands(
  session: Session,
  chosen: CommandTargets,
  lists: { readonly projects: PagedList<Project>; readonly collections: PagedList<Collection> },
): Handlers<Ids> {
  const load = () => import('./copyRows.ts');
  const copy =
    (
      copied: (
        rows: readonly ServiceRow[],
        flows: Awaited<ReturnType<typeof load>>,
      ) => Copied | undefined,
    ): Handler =>
    async (row, selected) => {
      const rows = chosen.of(row, selected);
      if (rows.length === 0) return offerToChoose('a row');
      const done = copied(rows, await load());
      if (!done) return offerSignIn(session);
      if (done.text === '') {
        void showWarning(done.words);
        return;
      }
      await vscode.env.clipboard.writeText(done.text);
      showStatus(done.words);
    };
  return {
    'mintscope.copyId': copy((rows, { copyLines, COPY_IDS }) => copyLines(rows, COPY_IDS)),

    'mintscope.copyMintAddress': copy((rows, { copyLines, COPY_MINT_ADDRESSES }) =>
      copyLines(rows, COPY_MINT_ADDRESSES),
    ),

    'mintscope.copyCurl': copy((rows, { copyLines, copyCurl }) => {
      const address = session.current?.address;
      const pageOf = ({ kind, key }: ServiceRow) => lists[`${kind}s`].pageOf(key);
      return address && copyLines(rows, copyCurl(address, pageOf));
    }),

    'mintscope.copyMarkdown': copy((rows, { copyTable }) => copyTable(rows)),
  };
}
