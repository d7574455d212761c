import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { RowState } from '../../../src/protocol/panel.ts';
import { RowPanel, type ShownRow } from '../../../src/panels/rowPanel.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { FakePanel } from '../../support/fakeVscode/panel.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { turns } from '../../support/turn.ts';

interface Message {
  readonly type: 'refresh';
}

/** A panel that counts what it does, and reads until the test ends that. */
class Panel extends RowPanel<ShownRow, RowState, Message> {
  reads = 0;
  drawn = 0;
  end: () => void = () => undefined;

  protected read() {
    this.reads++;
    return new Promise<object>((resolve) => (this.end = () => resolve({})));
  }

  protected draw(state: RowState) {
    this.drawn++;
    return { state, title: 'Row' };
  }

  protected act = () => Promise.resolve();
}

describe('RowPanel', () => {
  const address = { origin: 'https://a.example', loopback: false };
  const oneProject = { kind: 'http', status: 500 } as const;
  const noService = { kind: 'network', code: 'ECONNREFUSED', tls: false } as const;
  const since = { since: 0, triedAt: 0 };
  let session: Record<string, unknown>;
  let tab: FakePanel;

  beforeEach(() => {
    useDesk(new FakeDesk());
    session = { current: { account: 'a', address }, host: 'a.example' };
    session.ready = () => Promise.resolve();
  });

  /** A panel that has been read once. */
  const open = async (shown: ShownRow) => {
    tab = new FakePanel('mintscope.row', 'Row');
    const type = { viewType: 'mintscope.row', extensionUri: Uri.file('/'), isMessage: () => true };
    const parts = { type, tab, session, onClose: () => undefined };
    const panel = new Panel(parts as never, shown, false);
    await turns(5);
    panel.end();
    await turns(5);
    return panel;
  };

  it('a panel has failed if its own request or the whole service has, not if another project has', async () => {
    const panel = await open({ key: 'k', account: 'a' });
    assert.equal(panel.failed, false);
    session.outage = { failure: oneProject, ...since };
    assert.equal(panel.failed, false);
    session.outage = { failure: noService, ...since };
    assert.equal(panel.failed, true);
    [session.outage, session.refusal] = [undefined, since];
    assert.equal(panel.failed, false, 'a refused token is no outage');
    const own = { failure: oneProject, ...since };
    assert.equal((await open({ key: 'k', account: 'a', outage: own })).failed, true);
  });

  it('a panel is loaded again after a wait only if it shows one, is visible and is not being loaded', async () => {
    const waiting = await open({ key: 'k', account: 'a', waits: true });
    assert.deepEqual([waiting.busy, waiting.reads], [false, 1]);
    tab.setVisible(false);
    waiting.followWait();
    assert.equal(waiting.busy, false);
    tab.setVisible(true);
    waiting.followWait();
    await turns(5);
    waiting.followWait();
    await turns(5);
    assert.deepEqual([waiting.busy, waiting.reads], [true, 2]);
    const shown = await open({ key: 'k', account: 'a' });
    shown.followWait();
    assert.equal(shown.busy, false);
  });

  it('a panel is drawn again for a change of the service only if that changes its problem', async () => {
    const panel = await open({ key: 'k', account: 'a' });
    const before = panel.drawn;
    panel.followService();
    assert.equal(panel.drawn, before);
    session.outage = { failure: noService, ...since };
    panel.followService();
    panel.followService();
    assert.equal(panel.drawn, before + 1);
  });
});
