import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Project } from '../../../src/core/model/model.ts';
import { arrangementMemory, LazyArranger } from '../../../src/views/lazyArranger.ts';
import { FakeMemento } from '../../support/fakeVscode/storage.ts';
import { EventEmitter } from '../../support/fakeVscode/values.ts';
import { listState } from '../../support/projects.ts';
import { project } from '../../support/searchedRows.ts';

const HERE = 'https://api.example.com';

describe('the stored arrangement of a workspace', () => {
  it('belongs to one service, and is ignored if invalid', async () => {
    const memento = new FakeMemento();
    const memory = arrangementMemory(memento as never);
    for (const odd of [undefined, null, 7, 'text', []]) {
      await memento.update('mintscope.arrangement', odd);
      assert.equal(memory.of(HERE), undefined);
      assert.equal(memory.of('0'), undefined);
    }
    await memory.keep(HERE, { sort: 'name' });
    await memory.keep('https://other.example', { sort: 'id' });
    assert.deepEqual(memory.of(HERE), { sort: 'name' });
    await memory.keep(HERE, undefined);
    assert.equal(memory.of(HERE), undefined);
    assert.deepEqual(memory.of('https://other.example'), { sort: 'id' });
  });
});

describe('the arrangement of the Projects', () => {
  let memento: FakeMemento;
  let session: {
    current: { readonly account: string } | undefined;
    readonly account: string | undefined;
  };
  let connected: EventEmitter<unknown>;
  let lazy: LazyArranger;
  let log: string[];
  const rows = [project('1', { status: 'confirmed' }), project('2', { status: 'pending' })];

  beforeEach(() => {
    memento = new FakeMemento();
    connected = new EventEmitter();
    session = {
      current: undefined,
      get account() {
        return this.current?.account;
      },
    };
    log = [];
    lazy = new LazyArranger(
      { state: listState<Project>(rows) } as never,
      Object.assign(session, { onDidChange: connected.event }) as never,
      memento as never,
      { error: (line: string) => log.push(line) } as never,
    );
  });
  afterEach(() => {
    lazy.dispose();
  });
  const connect = (account: string | undefined) => {
    session.current = account === undefined ? undefined : { account };
    connected.fire({});
  };
  const filter = { filter: { statuses: ['pending'] } };

  it('loads no code if nothing is stored for the service', async () => {
    await arrangementMemory(memento as never).keep('https://other.example', filter);
    connect(undefined);
    connect(HERE);
    assert.deepEqual([lazy.remembered(), lazy.loaded], [undefined, undefined]);
  });

  it('is loaded if something is stored, and changes with the service', async () => {
    await arrangementMemory(memento as never).keep(HERE, filter);
    connect(HERE);
    await lazy.remembered();
    assert.deepEqual([lazy.loaded?.isFiltered, lazy.loaded?.shown()], [true, [rows[1]]]);
    connect('https://other.example');
    assert.deepEqual([lazy.loaded?.isFiltered, lazy.loaded?.shown()], [false, rows]);
  });

  it('is loaded once by a command, and announces each change', async () => {
    connect(HERE);
    const [one, other] = await Promise.all([lazy.load(), lazy.load()]);
    assert.equal(one, other);
    assert.deepEqual([lazy.loaded?.isFiltered, lazy.loaded?.shown()], [false, rows]);
    let told = 0;
    lazy.onDidChange(() => told++);
    await one.change(filter);
    assert.deepEqual([told > 0, lazy.loaded?.isFiltered], [true, true]);
  });
});
