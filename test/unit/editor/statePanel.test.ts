import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type * as vscode from 'vscode';
import { openTab, type PanelType, StatePanel } from '../../../src/editor/statePanel.ts';
import * as is from '../../../src/protocol/is.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import type { FakePanel } from '../../support/fakeVscode/panel.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';

interface Message {
  readonly type: 'count';
  readonly to: number;
}

const TYPE: PanelType<Message> = {
  viewType: 'mintscope.number',
  extensionUri: Uri.file('/extension') as unknown as vscode.Uri,
  isMessage: is.messageOf({ ready: {}, count: { to: is.number } }),
};

describe('StatePanel', () => {
  let desk: FakeDesk;
  let messages: Message[];
  let closed: number;
  beforeEach(() => {
    desk = new FakeDesk();
    useDesk(desk);
    desk.serializers.set(TYPE.viewType, { deserializeWebviewPanel: () => Promise.resolve() });
    messages = [];
    closed = 0;
  });

  function open(answer: (message: Message) => Promise<void> = () => Promise.resolve()) {
    const tab = openTab(TYPE, 'Number', {});
    const panel = new StatePanel<number, Message, { readonly type: 'done' }>(
      TYPE,
      tab,
      (message) => {
        messages.push(message);
        return answer(message);
      },
      () => {
        closed++;
      },
    );
    return { panel, tab: tab as unknown as FakePanel };
  }
  const states = ({ received }: FakePanel) =>
    (received as unknown as readonly { type: string; state?: number }[]).map(({ state }) => state);

  it('a panel has a page named after its type, and no stylesheet unless it asks for one', () => {
    const { panel, tab } = open();
    panel.show(1, 'One');
    assert.ok(tab.pages[0]?.includes('/dist/webview/number.js'), tab.pages[0]);
    assert.ok(!tab.pages[0]!.includes('stylesheet'));
    assert.equal(tab.title, 'One');
  });

  it('sends the last state once the page listens, and again when the page is rebuilt', async () => {
    const { panel, tab } = open();
    panel.show(1, 'Number');
    panel.show(2, 'Number');
    await eventually(() => states(tab), [2]);
    tab.setVisible(false);
    panel.show(3, 'Number');
    panel.notify({ type: 'done' });
    assert.deepEqual([states(tab), tab.lost], [[2], []]);
    tab.setVisible(true);
    await eventually(() => states(tab), [2, 3]);
    panel.show(4, 'Number', ['https:']);
    await eventually(() => states(tab), [2, 3, 4]);
    assert.equal(tab.pages.length, 2, 'the policy is part of the page');
  });

  it('accepts only messages that pass the guard of the panel', async () => {
    const { panel, tab } = open();
    panel.show(1, 'Number');
    await eventually(() => states(tab), [1]);
    for (const odd of [undefined, 'count', { type: 'count' }, { type: 'count', to: '5' }]) {
      tab.says(odd);
    }
    tab.says({ type: 'count', to: 5 });
    assert.deepEqual(messages, [{ type: 'count', to: 5 }]);
  });

  it('reports why a message of the page failed', async () => {
    const { tab } = open(() => Promise.reject(new Error('odd')));
    tab.says({ type: 'count', to: 5 });
    await eventually(() => desk.said, ['Mintscope: Error: odd']);
  });

  it('a closed panel ignores all calls', () => {
    const { panel, tab } = open();
    panel.show(1, 'Number');
    tab.dispose();
    tab.says({ type: 'count', to: 5 });
    panel.show(2, 'Two');
    panel.reveal(false);
    panel.dispose();
    assert.deepEqual([messages, closed, tab.title], [[], 1, 'Number']);
  });

  it('fails in a test where the panel would not be restored after a reload', () => {
    desk.serializers.clear();
    assert.throws(() => open(), /Nobody brings panels of mintscope.number back/);
  });
});
