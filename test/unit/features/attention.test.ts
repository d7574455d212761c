import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { unseenProject } from '../../../src/core/model/projectRef.ts';
import { identityOf, type Project } from '../../../src/core/model/model.ts';
import { AttentionView } from '../../../src/features/attention/attentionView.ts';
import { watchedOf } from '../../../src/stats/rowFacts.ts';
import { readerOf } from '../../../src/stats/statsReader.ts';
import { noAbort } from '../../support/client.ts';
import { MINUTE, pollers } from '../../support/pollers.ts';
import { desk, withNewDesk } from '../../support/fakeVscode/desk.ts';
import { turns } from '../../support/turn.ts';

describe('Attention', () => {
  const the = pollers();
  withNewDesk();
  const iconOf = ({ iconPath }: vscode.TreeItem) => (iconPath as vscode.ThemeIcon).id;

  /** A window with one loaded project, whose status is failed. */
  function start(unlisted: () => readonly Project[] = () => []) {
    const data = the.data();
    const current = the.connection('a', data);
    const onDidChange = new vscode.EventEmitter<undefined>().event;
    const status = new vscode.EventEmitter<undefined>();
    const onDidChangeStatus = status.event;
    const session = { clock: the.clock, current, onDidChange, onDidChangeStatus };
    const rows = [unseenProject('t/1', { status: 'failed' })];
    const listed = new vscode.EventEmitter<undefined>();
    const onChange = (listener: () => void) => {
      const following = listed.event(listener);
      return () => {
        following.dispose();
      };
    };
    const rowsOf = (identity: string) => rows.filter((row) => identityOf(row) === identity);
    const projects = { state: { rows, unreadable: 0, asOf: undefined }, rowsOf, onChange };
    const parts = { projects: projects as never, unlisted, isSeen: () => false };
    const shown = new AttentionView(session as never, parts);
    const attention = shown.attention!;
    return {
      ...{ attention, shown, rows, session },
      view: () => {
        status.fire(undefined);
        return shown.childrenOf(undefined).map((row) => shown.tree.getTreeItem(row));
      },
      follow: () => {
        listed.fire(undefined);
      },
      found: async () => {
        await turns();
        for (let seconds = 0; seconds < 2; seconds++) {
          await the.clock.advance(1_000);
          await turns();
        }
        return attention.found.length;
      },
      end: () => {
        shown.dispose();
        data.dispose();
      },
    };
  }

  it('finds what needs attention within two seconds, also in place of another row', async () => {
    const { shown, rows, follow, found, view, end } = start();
    assert.equal(await found(), 1);
    assert.deepEqual(view().map(iconOf), ['error', 'cloud-download']);
    const tree = desk.trees.get('mintscope.attention')!;
    tree.show();
    await turns();
    let changes = 0;
    shown.tree.onDidChangeTreeData(() => changes++);
    rows[0] = unseenProject('t/206', { status: 'failed' });
    follow();
    assert.deepEqual([await found(), changes], [1, 1], 'another row in its place');
    end();
  });

  it('a stored reading of an id that two projects have is no third row', async () => {
    const { attention, rows, session, follow, found, end } = start();
    const ref = 't/1';
    the.numbers.set('t/1', [1, 0, 0, 8]);
    await readerOf(session.current).read(ref, { urgency: 'user', signal: noAbort, maxAgeMs: 0 });
    const shared = ['project/t/1/a', 'project/t/1/b'].map((key) => ({
      ...unseenProject(ref, { status: 'failed' }),
      ...{ key, identity: 'project/t/1' },
    }));
    rows.splice(0, 1, ...shared);
    follow();
    await found();
    const keys = attention.found.map(({ project }) => project.key);
    assert.deepEqual(
      keys.toSorted(),
      shared.map(({ key }) => key),
    );
    end();
  });

  it('what was acknowledged while it was minting comes back when that has ended', async () => {
    const { attention, rows, session, follow, found, end } = start();
    const row = unseenProject('t/1', { status: 'processing' });
    rows[0] = row;
    const foundWith = async (...numbers: number[]) => {
      await the.clock.advance(MINUTE);
      the.numbers.set('t/1', numbers as never);
      const demand = { urgency: 'user', signal: noAbort, maxAgeMs: 0 } as const;
      await readerOf(session.current).read('t/1', demand);
      return found();
    };
    follow();
    assert.equal(await foundWith(1, 6, 0, 2), 1);
    await attention.acknowledge(new Set([row.key]));
    assert.equal(await foundWith(5, 2, 0, 2), 0);
    assert.equal(await foundWith(7, 0, 0, 2), 1);
    await attention.acknowledge(new Set([row.key]));
    assert.equal(await found(), 0);
    end();
  });

  it('the group of acknowledged rows says how many it shows, and Show Again is offered while there are any', async () => {
    const { attention, shown, rows, follow, found, view, end } = start();
    for (let id = 2; id <= 10_200; id++) rows.push(unseenProject(`t/${id}`, { status: 'failed' }));
    follow();
    assert.equal(await found(), 10_200);
    const isOffered = () => desk.contexts.get('mintscope.acknowledged');
    assert.equal(isOffered(), false);
    await attention.acknowledge(new Set(rows.map(({ key }) => key)));
    assert.equal(isOffered(), true);
    const [group] = view();
    assert.equal(group?.description, '10,200');
    const last = shown.childrenOf(group).map((row) => shown.tree.getTreeItem(row))[10_000];
    assert.equal(last?.description, '10,000 of 10,200');
    await attention.showAgain();
    assert.equal(isOffered(), false);
    end();
  });

  it('shows a watched project without the stall that was acknowledged, until it moves', async () => {
    const { attention, rows, session, follow, found, view, end } = start();
    const ref = 't/1';
    rows[0] = unseenProject(ref, { status: 'processing' });
    const foundAfter = async (minutes: number, confirmed = 1) => {
      await the.clock.advance(minutes * MINUTE);
      the.numbers.set('t/1', [confirmed, 9 - confirmed, 0]);
      const demand = { urgency: 'user', signal: noAbort, maxAgeMs: 0 } as const;
      await readerOf(session.current).read(ref, demand);
      await found();
      return attention.found.map(({ concerns }) => concerns.map(({ kind }) => kind).join());
    };
    follow();
    assert.deepEqual(await foundAfter(0), []);
    assert.deepEqual(await foundAfter(20), ['stalled']);
    await attention.acknowledge(new Set([rows[0].key]));
    watchedOf(session.current).set(new Map([[rows[0].key, ref]]));
    assert.deepEqual(await foundAfter(20), [''], 'a longer stall is no news');
    assert.match(String(view()[0]?.contextValue), /^project watched$/);
    const again = await attention.acknowledge(new Set([rows[0].key]));
    assert.deepEqual(again.projects, [], 'it has no concern left');
    await foundAfter(0, 2);
    assert.deepEqual(await foundAfter(20, 2), ['stalled']);
    await the.clock.advance(9 * MINUTE);
    await found();
    assert.deepEqual(view().map(iconOf), ['warning']);
    const description = () => String(view()[0]?.description);
    // It is written again once a minute.
    assert.match(description(), /^Stalled 2[89] min · new · 22% · watched$/);
    await the.clock.advance(2 * MINUTE);
    await found();
    assert.match(description(), /^Stalled 20 min · new · 22% · watched · 1[01] min ago$/);
    end();
  });
});
