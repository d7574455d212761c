import assert from 'node:assert/strict';
import * as is from '../../../src/core/panel/is.ts';
import type { RowState } from '../../../src/core/panel/panel.ts';
import { RowPanel, type ShownRow } from '../../../src/rows/rowPanel.ts';
import { desk, withNewDesk } from '../../support/fakeVscode/desk.ts';
import { FakePanel } from '../../support/fakeVscode/panel.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { turns } from '../../support/turn.ts';

interface Message {
  readonly type: 'count';
  readonly to: number;
}

/** A panel that shows a number and counts its requests, which the test ends. */
class Panel extends RowPanel<ShownRow, Message> {
  number = 1;
  reads = 0;
  readonly messages: Message[] = [];
  answer: () => Promise<void> = () => Promise.resolve();
  end: () => void = () => undefined;
  allowed: readonly string[] = [];

  protected read() {
    this.reads++;
    const { promise, resolve } = Promise.withResolvers<object>();
    this.end = () => {
      resolve({});
    };
    return promise;
  }

  protected draw(common: RowState) {
    return { state: { ...common, number: this.number }, title: `Row ${this.number}` };
  }

  protected override get images() {
    return this.allowed;
  }

  protected act(message: Message) {
    this.messages.push(message);
    return this.answer();
  }
}

describe('RowPanel', () => {
  const oneProject = { kind: 'http', status: 500 } as const;
  withNewDesk();
  let session: Record<string, unknown>;
  let tab: FakePanel;

  /** A panel that has been read once. */
  const open = async (shown: Partial<ShownRow> = {}) => {
    const current = { account: 'a', address: { origin: 'https://a.example', loopback: false } };
    const clock = { now: () => 1 };
    session = { current, clock, host: 'a.example', ready: () => Promise.resolve() };
    tab = new FakePanel('mintscope.row', Uri.parse('mintscope:/a/Row'));
    const panels = {
      ...{ session, extensionUri: Uri.file('/extension') },
      ...{ isOf: (account: string) => account === 'a', add: () => 0, update: () => 0 },
      remove: () => 0,
    };
    const isNumber = (value: unknown): value is number => typeof value === 'number';
    const isMessage = is.messageOf({ ready: {}, count: { to: isNumber } });
    const type = { page: 'number', isMessage, first: () => ({}) };
    const panel = new Panel(panels as never, { panel: tab, place: 'a' } as never, type as never);
    await turns(5);
    panel.end();
    await turns(5);
    Object.assign((panel as unknown as { shown: ShownRow }).shown, shown);
    return panel;
  };
  const numbers = () =>
    (tab.received as unknown as readonly { state?: { number: number } }[]).map(
      ({ state }) => state?.number,
    );
  const show = (panel: Panel, number: number) => {
    panel.number = number;
    panel.repaint();
  };

  it('a panel is loaded again after a wait only if it shows one, is visible and is not being loaded', async () => {
    const waiting = await open({ failed: { failure: { kind: 'rateLimited' }, at: 0 } });
    assert.deepEqual([waiting.busy, waiting.reads], [false, 1]);
    tab.setVisible(false);
    waiting.followService();
    assert.equal(waiting.busy, false);
    tab.setVisible(true);
    await turns(5);
    waiting.followService();
    assert.deepEqual([waiting.busy, waiting.reads], [true, 2]);
    const shown = await open();
    shown.followService();
    assert.equal(shown.busy, false);
  });

  it('a page is not replaced while it loads, which could leave the tab empty, but gets its policy then', async () => {
    const panel = await open();
    const before = tab.pages.length;
    for (const allowed of ['https://one.example', 'https://two.example']) {
      panel.allowed = [allowed];
      panel.repaint();
    }
    assert.equal(tab.pages.length, before + 1);
    await eventually(() => tab.pages.length, before + 2);
    assert.match(tab.pages.at(-1) ?? '', /two\.example/);
    show(panel, 5);
    await eventually(() => numbers().at(-1), 5);
  });

  it('a panel whose page was discarded while it was hidden, or is replaced for another policy, shows the newest state', async () => {
    const panel = await open();
    tab.setVisible(false);
    const before = numbers().length;
    show(panel, 2);
    await turns(5);
    assert.deepEqual(numbers().slice(before), [], 'no page gets it');
    tab.setVisible(true);
    await eventually(() => numbers().at(-1), 2);
    panel.allowed = ['https:'];
    show(panel, 3);
    await eventually(() => numbers().at(-1), 3);
    assert.equal(tab.pages.length, 2, 'the policy is part of the page');
  });

  it('a refresh looks up the connection again while the secret storage fails', async () => {
    const panel = await open();
    let lookups = 0;
    const retry = () => Promise.resolve(lookups++);
    Object.assign(session, { current: undefined, failure: new Error('Locked.'), retry });
    await panel.refresh();
    assert.equal(lookups, 1);
  });

  it('a panel says that its account has left the window, and keeps nothing of it, unless the sign-in cannot be looked up', async () => {
    const other = { account: 'b', address: { origin: 'https://a.example', loopback: false } };
    const read = { failed: { failure: oneProject, at: 0 } };
    for (const [current, failure, says, keeps] of [
      [other, undefined, /belongs to another sign-in.*\[switchConnection\]$/, {}],
      [undefined, undefined, /Sign in to see this.*\[signIn\]$/, {}],
      [undefined, new Error('Locked.'), /Locked\. Until it works.*\[retry\]$/, read],
    ] as const) {
      const panel = await open(read);
      Object.assign(session, { current, failure });
      void panel.load();
      await turns(5);
      assert.match(tab.sees, says);
      assert.deepEqual((panel as unknown as { shown: ShownRow }).shown, keeps);
      assert.equal(panel.connection, undefined);
    }
  });

  it('accepts only messages that pass the guard of the panel, and reports why one failed', async () => {
    const panel = await open();
    for (const odd of [undefined, 'count', { type: 'count' }, { type: 'count', to: '5' }]) {
      tab.says(odd);
    }
    panel.answer = () => Promise.reject(new Error('odd'));
    tab.says({ type: 'count', to: 5 });
    assert.deepEqual(panel.messages, [{ type: 'count', to: 5 }]);
    await eventually(() => desk.said, ['Mintscope: Error: odd']);
  });
});
