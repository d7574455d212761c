import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { RowState } from '../../../src/core/panel/panel.ts';
import { RowPanel, type ShownRow } from '../../../src/rows/rowPanel.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { FakePanel } from '../../support/fakeVscode/panel.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { turns } from '../../support/turn.ts';

/** A panel that counts its requests, which the test ends. */
class Panel extends RowPanel<ShownRow, RowState, { readonly type: 'refresh' }> {
  reads = 0;
  end: () => void = () => undefined;

  protected read() {
    this.reads++;
    const { promise, resolve } = Promise.withResolvers<object>();
    this.end = () => {
      resolve({});
    };
    return promise;
  }

  protected draw = (state: RowState) => ({ state, title: 'Row' });
  protected act = () => Promise.resolve();
}

describe('RowPanel', () => {
  const oneProject = { kind: 'http', status: 500 } as const;
  const noService = { kind: 'network', code: 'ECONNREFUSED', tls: false } as const;
  const since = { since: 0, triedAt: 0 };
  let session: Record<string, unknown>;
  let tab: FakePanel;

  /** A panel that has been read once. */
  const open = async (facts: Partial<ShownRow> = {}) => {
    useDesk(new FakeDesk());
    const current = { account: 'a', address: { origin: 'https://a.example', loopback: false } };
    session = { current, host: 'a.example', ready: () => Promise.resolve() };
    tab = new FakePanel('mintscope.row', Uri.parse('mintscope:/a/Row'));
    const parts = { session, extensionUri: Uri.file('/') };
    const panels = { ...parts, isOf: () => true, add: () => 0, update: () => 0 };
    const frame = { key: 'k', panels, tab: { panel: tab, place: 'a', resource: {} } };
    const type = { page: 'row', isMessage: () => true };
    const panel = new Panel(frame as never, type as never, () => facts);
    await turns(5);
    panel.end();
    await turns(5);
    return panel;
  };

  it('a panel has failed if its own request or the whole service has, not if another project has', async () => {
    const panel = await open();
    assert.equal(panel.failed, false);
    session.outage = { failure: oneProject, ...since };
    assert.equal(panel.failed, false);
    session.outage = { failure: noService, ...since };
    assert.equal(panel.failed, true);
    [session.outage, session.refusal] = [undefined, since];
    assert.equal(panel.failed, false, 'a refused token is no outage');
    const own = { failure: oneProject, ...since };
    assert.equal((await open({ outage: own })).failed, true);
  });

  it('a panel is loaded again after a wait only if it shows one, is visible and is not being loaded', async () => {
    const waiting = await open({ waits: true });
    assert.deepEqual([waiting.busy, waiting.reads], [false, 1]);
    tab.setVisible(false);
    waiting.followService();
    assert.equal(waiting.busy, false);
    tab.setVisible(true);
    waiting.followService();
    await turns(5);
    waiting.followService();
    assert.deepEqual([waiting.busy, waiting.reads], [true, 2]);
    const shown = await open();
    shown.followService();
    assert.equal(shown.busy, false);
  });
});
