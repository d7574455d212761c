import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../../../../src/connection/activeConnection.ts';
import { identityOf, type ListRow } from '../../../../src/core/model/model.ts';
import { unseenProject } from '../../../../src/core/model/projectRef.ts';
import { formatTime } from '../../../../src/editor/locale.ts';
import { showProgressInRows } from '../../../../src/features/progress/rowProgress.ts';
import { showNews } from '../../../../src/features/watch/watchNews.ts';
import { Watching } from '../../../../src/features/watch/watching.ts';
import { watchedOf } from '../../../../src/stats/rowFacts.ts';
import { readerOf } from '../../../../src/stats/statsReader.ts';
import type { MarkdownString } from '../../../support/fakeVscode/values.ts';
import { MINUTE, pollers } from '../../../support/pollers.ts';
import { turns } from '../../../support/turn.ts';

describe('Watching', () => {
  const the = pollers();

  function start(rows: readonly ListRow[] = []) {
    const life = new AbortController();
    const data = the.data();
    const connection = the.connection('a', data, life.signal);
    const changed = new vscode.EventEmitter<undefined>();
    const session = {
      current: connection as ActiveConnection | undefined,
      refused: false,
      outage: undefined as unknown,
      onDidChange: changed.event,
      onDidChangeStatus: changed.event,
    };
    const projects = {
      state: { rows },
      rowOf: (sought: string) => rows.find(({ key }) => key === sought),
      rowsOf: (sought: string) => rows.filter((row) => identityOf(row) === sought),
      onChange: () => () => undefined,
    };
    const panels = { loaded: () => undefined };
    let paints = 0;
    const paintNow = () => paints++;
    const watching = new Watching({ session, projects, panels, paintNow } as never);
    const { readings } = readerOf(connection);
    return {
      ...{ changed, connection, data, life, readings, session, watching },
      paints: () => paints,
      end: async () => {
        life.abort();
        watching.dispose();
        await readings.settle();
        data.dispose();
      },
    };
  }

  it('writes what the user has watched before the window closes, although another one is writing', async () => {
    const { connection, data, watching } = start();
    const other = the.data();
    other.file.all('begin immediate');
    watching.change(connection, () => [the.project(1)]);
    const closing = Promise.all([...connection.beforeClose].map((write) => write()));
    other.file.run('commit');
    await the.clock.advance(1000);
    await closing;
    assert.deepEqual(
      other.file.all('select project from watched').map(({ project }) => project),
      ['t/1'],
    );
    watching.dispose();
    other.dispose();
    data.dispose();
  });

  it('paints at once what the user has changed, and not what another window has, which would close a tooltip', async () => {
    const { changed, connection, session, watching, paints, end } = start();
    let inRows = 0;
    const tree = { items: { changed: () => undefined }, paintNow: () => inRows++ };
    const view = { tree, visible: false, onDidChangeVisibility: changed.event };
    const following = showProgressInRows({ ...session, clock: the.clock } as never, view as never);
    watching.change(connection, () => [the.project(1)]);
    assert.equal(paints(), 1);
    watchedOf(connection).set(new Map());
    assert.deepEqual([paints(), inRows], [1, 0]);
    following.dispose();
    await end();
  });

  it('opens an announced project, or the list if there are several, and says which are gone', async () => {
    const opened: unknown[] = [];
    the.desk.commands.set('mintscope.openStats', (ref) => opened.push(ref));
    the.desk.commands.set('mintscope.showWatched', () => opened.push('list'));
    the.desk.choose = ({ choices }) => choices[0];
    const { connection, watching, end } = start();
    const last = { total: 9, confirmed: 9 } as never;
    const done = [1, 2].map((id) => ({ ...the.project(id), last, news: 'done' as const }));
    await showNews(watching, connection, [...done, { ...the.project(3), news: 'gone' }]);
    assert.match(the.desk.shown.splice(0)[0]!.text, /^The service has no stats of Project 3, so/);
    await showNews(watching, connection, done.slice(1));
    assert.deepEqual(opened, ['list', 't/2']);
    assert.equal(the.desk.shown.splice(0).length, 1);
    await end();
  });

  it('requests no counts of watched projects while the token is refused', async () => {
    const { changed, connection, session, watching, end } = start();
    session.refused = true;
    watching.change(connection, () => [the.project(1)]);
    await the.clock.advance(20 * MINUTE);
    assert.deepEqual(the.requests, []);
    session.refused = false;
    changed.fire(undefined);
    await the.clock.advance(20 * MINUTE);
    assert.ok(the.requests.length > 0);
    await end();
  });

  it('requests no counts of a watched project while the list has two with its id', async () => {
    const rows = ['A', 'B'].map((key) => ({ key, identity: 'project/t/1' }));
    const { connection, watching, end } = start(rows);
    watching.change(connection, () => [the.project(1), the.project(2)]);
    await the.clock.advance(20 * MINUTE);
    assert.deepEqual([...new Set(the.requests.map(({ key }) => key))], ['t/2']);
    await end();
  });

  it('announces that a watched project has failed by the status in its row, and says after Stop Watching if it was no longer watched', async () => {
    const { ref } = the.project(1);
    const failed = unseenProject(ref, { status: 'failed' });
    const { connection, watching, end } = start([failed]);
    the.desk.choose = ({ choices }) => {
      watching.change(connection, () => []);
      return choices[1];
    };
    watching.change(connection, () => [the.project(1)]);
    await the.clock.advance(1500);
    const [news, ...answer] = the.desk.shown.splice(0);
    assert.match(news?.text ?? '', /^Project 1\b.*failed/);
    assert.equal(answer.length, 1, 'the watching had ended before');
    await end();
  });

  it('shows the likely end and stalled mints in the status bar, without a spinner when nothing moves', async () => {
    const { changed, connection, readings, session, watching, end } = start();
    const begin = the.clock.now();
    for (let minute = 0; minute <= 20; minute++) {
      const at = begin + minute * MINUTE;
      the.clock.set(at);
      for (const [id, confirmed] of [
        [1, 2 * minute],
        [2, 5],
      ] as const) {
        const counts = { total: 100, confirmed, processing: 100 - confirmed, pending: 0 };
        readings.add(the.project(id).ref, { at, ...counts });
      }
    }
    const item = async () => (await turns(), the.desk.statusItems[0]!);
    watching.change(connection, () => [the.project(1)]);
    assert.match(
      (await item()).text,
      /^\$\(sync~spin\) Watched: 1 minting · 40% · (\d+)–(\d+) min$/,
    );
    watching.change(connection, (all) => [
      ...all,
      { ...the.project(2), stalledAt: the.clock.now() },
    ]);
    assert.match(
      (await item()).text,
      /^\$\(warning\) Watched: 1 stalled · 1 minting · 22% · \d+–\d+ min$/,
    );
    assert.equal((await item()).backgroundColor?.id, 'statusBarItem.warningBackground');
    const none = { total: 9, confirmed: 0, processing: 0, pending: 9 };
    readings.add(the.project(3).ref, { at: the.clock.now(), ...none });
    watching.change(connection, () => [the.project(3)]);
    assert.equal((await item()).text, '$(clock) Watched: 1 pending · 0%');
    assert.equal((await item()).backgroundColor, undefined);
    the.failure = { kind: 'http', status: 500 };
    watching.change(connection, () => [the.project(1), the.project(4)]);
    await the.clock.advance(1000);
    const tooltip = (await item()).tooltip as unknown as MarkdownString;
    assert.match(tooltip.plain, /4.*: not read yet, could not be read \(http 500\)/);
    watching.change(connection, () => [the.project(1)]);
    session.outage = { since: 1 };
    changed.fire(undefined);
    const now = formatTime(the.clock.now(), 'short');
    assert.equal((await item()).text, `$(debug-pause) Watched: 1 minting · 40% · as of ${now}`);
    watching.change(connection, () => [the.project(9)]);
    assert.match((await item()).text, / · not read yet$/);
    await end();
  });
});
