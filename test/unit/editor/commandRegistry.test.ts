import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { Lazy } from '../../../src/core/base/lazy.ts';
import { type Handler, registerCommands } from '../../../src/editor/commandRegistry.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { project } from '../../support/projects.ts';

const ID = 'mintscope.copyId';
const OTHER = 'mintscope.copyCurl';
const extension = {
  packageJSON: { contributes: { commands: [{ command: ID }, { command: OTHER }] } },
};

describe('Commands whose code is loaded late', () => {
  let desk: FakeDesk;
  let life: AbortController;
  const logged: string[] = [];
  const log = { debug: () => undefined, error: (line: string) => logged.push(line) };

  beforeEach(() => {
    desk = new FakeDesk();
    useDesk(desk);
    life = new AbortController();
    logged.length = 0;
  });

  const register = (load: () => Promise<Handler>) => {
    const late = new Lazy(load);
    const handlers = async () => ({
      handlers: { [ID]: await late.get() },
      calledOn: (argument: unknown) =>
        argument === 'menu' || argument === 'menu of a row that is gone'
          ? { row: argument === 'menu' ? 'its row' : undefined, selected: ['its row', 'other'] }
          : undefined,
    });
    const begin = () => {
      const { signal } = life;
      return () => {
        signal.throwIfAborted();
        return Promise.resolve();
      };
    };
    return registerCommands(extension as never, handlers, begin, log as never);
  };

  /** Registers a command during whose first load the connection ends. @returns how often it ran. */
  const endDuringLoad = () => {
    let runs = 0;
    register(() => {
      life.abort(new Error('The sign-in changed meanwhile.'));
      life = new AbortController();
      return Promise.resolve(() => {
        runs++;
      });
    });
    return () => runs;
  };
  const ENDED = `${ID}: The sign-in changed meanwhile.`;

  it('registers all commands before any is loaded', () => {
    register(() => assert.fail('loaded'));
    assert.deepEqual([...desk.commands.keys()], [ID, OTHER]);
  });

  it('reports a command without a handler', async () => {
    register(() => Promise.resolve(() => undefined));
    await desk.run(OTHER);
    assert.deepEqual(logged, [`${OTHER}: ${OTHER} does nothing yet.`]);
  });

  it('passes the row and the selection to a command', async () => {
    const called: unknown[] = [];
    register(() => Promise.resolve((...what: unknown[]) => void called.push(what)));
    await desk.run(ID, 'row', ['row', 'other']);
    await desk.run(ID, 'other');
    await desk.run(ID, 'menu');
    assert.deepEqual(called, [
      ['row', ['row', 'other']],
      ['other', undefined],
      ['its row', ['its row', 'other']],
    ]);
    await desk.run(ID, 'menu of a row that is gone');
    assert.equal(called.length, 3, 'nothing else is taken for it');
    assert.match(logged.at(-1) ?? '', /not listed any more/);
  });

  it('loads a command again after a load that failed, which is logged and shown', async () => {
    let fails = true;
    let runs = 0;
    register(() =>
      fails
        ? Promise.reject(new Error('no disk'))
        : Promise.resolve(() => {
            runs++;
          }),
    );
    await desk.run(ID);
    assert.deepEqual(logged, [`${ID}: no disk`]);
    assert.deepEqual(desk.said, ['Mintscope: no disk']);
    fails = false;
    await desk.run(ID);
    assert.equal(runs, 1);
  });

  it('a command for a row whose connection ended while it was loaded is not run', async () => {
    const runs = endDuringLoad();
    const row = project('1', { name: 'One' });
    await desk.run(ID, row);
    assert.deepEqual([runs(), logged], [0, [ENDED]]);
    await desk.run(ID, row);
    assert.equal(runs(), 1);
  });

  it('a command for selected rows whose connection ended while it was loaded is not run', async () => {
    const runs = endDuringLoad();
    await desk.run(ID, { kind: 'group' }, [project('1', { name: 'One' })]);
    assert.deepEqual([runs(), logged], [0, [ENDED]]);
  });

  it('a command without a row runs, also if the connection ended meanwhile', async () => {
    const runs = endDuringLoad();
    await desk.run(ID);
    assert.deepEqual([runs(), logged], [1, []]);
  });
});
