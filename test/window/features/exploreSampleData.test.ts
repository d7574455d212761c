import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { rows } from '../../faults/support/openers.ts';
import { TOKEN } from '../../support/minimalService.ts';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';

describe('Explore Sample Data', () => {
  const the = windows();

  /** A window that uses a service, with its rows in sight. */
  async function usingService() {
    const opened = await the.opened(rows(1));
    await eventually(() => connection(opened.window), 'every');
    return opened;
  }
  const connection = ({ desk }: FakeWindow) => desk.contexts.get('mintscope.connection');

  it('asks before sample data replaces a service, and explains the way back', async () => {
    const { window, desk, host } = await usingService();
    desk.choose = ({ choices }) => choices[0];
    await window.run('exploreSampleData');
    assert.deepEqual(desk.shown, [
      {
        kind: 'warning',
        text: `Show sample data in place of ${host}?`,
        detail:
          'In this window, its rows are removed, its panels are closed, and loading and ' +
          'exporting stop. Your sign-in is kept: Switch Connection… brings it back.',
        choices: ['Explore Sample Data'],
        modal: true,
      },
    ]);
    assert.equal(connection(window), 'sample');
    assert.equal(window.secrets.stored.size, 1, 'the sign-in stays stored');
    await window.answer('switchConnection', host);
    assert.equal(connection(window), 'every');
  });

  it('shows sample data without a question while signed out', async () => {
    const window = await the.window();
    await window.run('exploreSampleData');
    assert.equal(connection(window), 'sample');
    await window.run('exploreSampleData');
    assert.equal(connection(window), 'sample');
    assert.deepEqual(window.desk.shown, []);
  });

  it('asks before sample data replaces a sign-in that no view has looked up yet', async () => {
    const service = await the.service(rows(1));
    const window = await the.window({ signIn: { address: service.address, token: TOKEN } });
    await window.run('exploreSampleData');
    assert.match(window.desk.shown[0]!.text, /^Show sample data in place of/);
    assert.equal(connection(window), 'every');
  });

  it('does not replace another service than the one in the question', async () => {
    const { window, desk } = await usingService();
    const other = await the.service(rows(1));
    desk.choose = async ({ modal, choices }) => {
      if (modal !== true) return undefined;
      await window.signInTo(other);
      await eventually(() => desk.log.join().includes(other.address), true);
      return choices[0];
    };
    await window.run('exploreSampleData');
    assert.match(desk.shown.splice(0).at(-1)!.text, /The sign-in changed meanwhile\./);
    assert.equal(connection(window), 'every');
  });
});
