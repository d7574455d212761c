import * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { followConnection } from '../../connection/perConnection.ts';
import type { Session } from '../../connection/session.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import { failuresOf } from '../../stats/failures.ts';
import { acknowledgedOf, watchedOf } from '../../stats/rowFacts.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { lookIn } from '../../views/countedLook.ts';
import type { ListView } from '../../views/tree/listView.ts';
import { bareLook } from '../../views/tree/rowItems.ts';

/** Shows in the rows of Projects how far they are. Ages are examined once a minute. */
export function showProgressInRows(session: Session, view: ListView): vscode.Disposable {
  const { items } = view.tree;
  items.lookOf = (row) => (session.current ? lookIn(session.current, row) : bareLook(row));
  const aging = new Later(session.clock, () => {
    if (!view.visible) return;
    aging.restart(MINUTE_MS);
    items.changed();
  });
  const follow = (current: ActiveConnection): readonly vscode.Disposable[] => {
    const reader = readerOf(current);
    const watched = watchedOf(current);
    const changed = (refs: readonly string[]) => {
      items.changed(refs.map((ref) => `project/${ref}`));
    };
    const read = (ref: ProjectRef) => {
      // A row without a kind is known by another key.
      const others = [...watched.all].filter(([, one]) => one === ref);
      items.changed([`project/${ref}`, ...others.map(([other]) => other)]);
    };
    aging.now();
    return [
      reader.onDidChange(({ ref }) => {
        read(ref);
      }),
      reader.onDidFail(read),
      failuresOf(current).onDidChange(changed),
      // Whether the service fails decides which projects could not be read for themselves.
      session.onDidChangeStatus(() => {
        changed([...reader.failures.keys()]);
      }),
      new vscode.Disposable(
        current.store.onChange((isCleared) => {
          if (isCleared) items.changed();
        }),
      ),
      watched.onDidChange(items.changed),
      acknowledgedOf(current).onDidChange(items.changed),
    ];
  };
  return vscode.Disposable.from(
    { dispose: aging.cancel },
    followConnection(session, (current) => (current ? follow(current) : [])),
    view.onDidChangeVisibility(aging.now),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const names = ['showProgress', 'stallMinutes'];
      if (names.some((name) => event.affectsConfiguration(`mintscope.${name}`))) items.changed();
    }),
    new vscode.Disposable(() => {
      items.lookOf = undefined;
    }),
  );
}
