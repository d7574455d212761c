import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { unseenProject } from '../../../src/core/model/projectRef.ts';
import { Attention } from '../../../src/features/attention/attention.ts';
import { pollers } from '../../support/pollers.ts';
import { turns } from '../../support/turn.ts';

describe('Attention', () => {
  const the = pollers();

  /** A window with one loaded project, whose status is failed. */
  function start() {
    const data = the.data();
    const changed = new vscode.EventEmitter<undefined>();
    const current = the.connection('a', data);
    const session = { clock: the.clock, current, onDidChange: changed.event };
    const rows = [unseenProject({ kind: 't', id: '1' }, { status: 'failed' })];
    let follow: () => void = () => undefined;
    const projects = {
      state: { rows, asOf: undefined },
      onChange: (listener: () => void) => {
        follow = listener;
        return () => undefined;
      },
    };
    const attention = new Attention(session as never, projects as never, () => []);
    return {
      ...{ attention, changed, data, rows, session },
      follow: () => {
        follow();
      },
      /** How many projects are found within two seconds. */
      found: async () => {
        await turns();
        await the.clock.advance(2_000);
        await turns();
        return attention.found.length;
      },
      end: () => {
        attention.dispose();
        data.dispose();
      },
    };
  }

  it('finds what needs attention within two seconds after a change of the list', async () => {
    const { rows, follow, found, end } = start();
    assert.equal(await found(), 1);
    rows.push(unseenProject({ kind: 't', id: '2' }, { status: 'failed' }));
    follow();
    assert.equal(await found(), 2);
    end();
  });

  it('undoes an acknowledgement in the account in which it was made', async () => {
    const { attention, changed, data, rows, session, found, end } = start();
    const one = session.current;
    assert.equal(await found(), 1);
    const keys = new Set(rows.map(({ key }) => key));
    const { undo } = attention.acknowledge(keys);
    session.current = { ...one, id: 'other', store: data.of('other') };
    changed.fire(undefined);
    assert.equal(await found(), 1);
    attention.acknowledge(keys);
    undo();
    assert.equal(await found(), 0, 'the other account is unchanged');
    session.current = one;
    changed.fire(undefined);
    assert.equal(await found(), 1);
    end();
  });
});
