import assert from 'node:assert/strict';
import { Lazy } from '../../../src/core/base/lazy.ts';
import { type Handler, registerCommands } from '../../../src/editor/commandRegistry.ts';
import { desk, withNewDesk } from '../../support/fakeVscode/desk.ts';
import { project } from '../../support/projects.ts';

const ID = 'mintscope.copyId';
const OTHER = 'mintscope.copyCurl';
const extension = {
  packageJSON: { contributes: { commands: [{ command: ID }, { command: OTHER }] } },
};

describe('Commands whose code is loaded late', () => {
  withNewDesk();
  let life: AbortController;
  const logged: string[] = [];
  const log = { debug: () => undefined, error: (line: string) => logged.push(line) };

  beforeEach(() => {
    life = new AbortController();
    logged.length = 0;
  });

  const register = (load: () => Promise<Handler>) => {
    const late = new Lazy(load);
    const handlers = async () => ({
      handlers: { [ID]: await late.get() },
      calledOn: (argument: unknown) =>
        typeof argument === 'string' && argument.startsWith('menu of ')
          ? { row: argument === 'menu of a row' ? 'its row' : undefined, selected: ['its row'] }
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

  it('does not run a command for rows if the connection ended while its code was loaded, and runs any other', async () => {
    const row = project('1', { name: 'One' });
    for (const args of [[row], [{ kind: 'group' }, [row]], []]) {
      let runs = 0;
      logged.length = 0;
      register(() => {
        life.abort(new Error('The sign-in changed meanwhile.'));
        life = new AbortController();
        return Promise.resolve(() => {
          runs++;
        });
      });
      await desk.run(ID, ...args);
      const ended = args.length > 0;
      assert.equal(runs, ended ? 0 : 1);
      assert.deepEqual(logged, ended ? [`${ID}: The sign-in changed meanwhile.`] : []);
      await desk.run(ID, ...args);
      assert.equal(runs, ended ? 1 : 2);
    }
  });
});
