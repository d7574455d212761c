import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Clock } from '../../../src/core/base/clock.ts';
import type { Marks } from '../../../src/core/lists/changeMarks.ts';
import type { ListState } from '../../../src/core/lists/listState.ts';
import { systemClock } from '../../../src/editor/systemClock.ts';
import { Tree } from '../../../src/views/tree/tree.ts';
import { ListRows } from '../../../src/views/tree/listRows.ts';
import { ViewHeader } from '../../../src/views/tree/viewHeader.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { listState } from '../../support/projects.ts';

const yesterday = new Date(2026, 4, 4, 18, 4).getTime();
/** Longer than every delay before a text is sent. */
const LASTING = 1000;

describe('ViewHeader', () => {
  let desk: FakeDesk;
  let list: { state: ListState<unknown> };
  let session: { clock: Clock; failure?: Error; outage?: object; host: string };
  let arranged: { version?: number; coverage?: string; notices: readonly string[] } | undefined;
  let marks: { marks: Marks; since?: number };
  /** The keys of the rows that the filter hides. */
  let hidden: string[];
  let rows: ListRows;
  /** The texts and keys that the editor was sent, in order. */
  let sent: (readonly [string, unknown])[];
  let view: { title: string; description?: string; message?: string; badge?: object };
  let head: ViewHeader;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: new Date(2026, 4, 5, 14, 2, 11) });
    desk = new FakeDesk();
    useDesk(desk);
    const rowOf = (key: string) =>
      marks.marks.get(key)?.kind === 'gone' ? undefined : { key, status: 'failed' };
    marks = { marks: new Map() };
    list = Object.assign({ state: listState([]) }, { rowOf, changes: marks });
    session = { clock: systemClock, host: 'api.example.com' };
    arranged = undefined;
    sent = [];
    view = new Proxy(
      { title: 'Projects' },
      {
        set: (target, name, value) => {
          sent.push([String(name), value]);
          return Reflect.set(target, name, value);
        },
      },
    );
    hidden = [];
    const arranger = {
      get isOn() {
        return arranged !== undefined;
      },
      get coverage() {
        return arranged?.coverage;
      },
      get notices() {
        return arranged?.notices;
      },
      shows: ({ key }: { readonly key: string }) => !hidden.includes(key),
    };
    rows = new ListRows('projects', list as never, session as never, arranger as never);
    const tree: unknown = Object.create(Tree.prototype, { view: { value: view } });
    head = new ViewHeader(tree as never, rows, session as never);
  });
  afterEach(() => {
    head.dispose();
    mock.timers.reset();
  });

  /** Shows a state of the list, and returns what is visible after all delays. */
  const shown = (loaded: readonly unknown[], facts: Partial<ListState<unknown>> = {}) => {
    list.state = listState(loaded, { asOf: systemClock.now(), ...facts });
    head.update();
    mock.timers.tick(LASTING);
    return { description: view.description ?? '', message: view.message ?? '' };
  };
  const contexts = () =>
    Object.fromEntries(
      [...desk.contexts].map(([name, value]) => [name.replace('mintscope.projects.', ''), value]),
    );
  const failure = { during: 'first', failure: { kind: 'auth', status: 401 }, at: 0 } as const;

  const isEmpty = (...state: Parameters<typeof shown>) => {
    shown(...state);
    return contexts().empty;
  };

  it('sets the key `empty` only if the service lists nothing', () => {
    assert.equal(isEmpty([]), true);
    assert.equal(isEmpty([], { hasMore: true }), false, 'there may be a row on the next page');
    assert.equal(isEmpty([], { asOf: undefined }), false, 'no response yet');
    assert.equal(isEmpty([], { unreadable: 1 }), false, 'there is one, but it cannot be read');
    assert.equal(isEmpty([], { short: true, total: 3 }), false, 'there should be some');
    assert.equal(isEmpty([], { failure }), false, 'not known');
  });

  it('sets keys for what the list is doing, and whether it has more or marked rows', () => {
    const off = { loading: false, hasMore: false, empty: false };
    const none = { ...off, all: true, changesOnly: false, marked: false };
    shown([1]);
    assert.deepEqual(contexts(), none);
    const more = { ...none, all: false, loading: true, hasMore: true };
    shown([1], { hasMore: true, work: 'more' });
    assert.deepEqual(contexts(), more);
    marks.marks = new Map([['a', { kind: 'new' }]]);
    shown([1], { hasMore: true, work: 'all' });
    assert.deepEqual(contexts(), { ...more, marked: true });
    for (const facts of [{ asOf: undefined }, { restored: true }]) {
      shown([1], facts);
      assert.equal(contexts().all, false, 'whether there are more is not known');
    }
  });

  it('says above the rows which changes were found, and how many the filter hides', () => {
    marks.marks = new Map([
      ['a', { kind: 'new' }],
      ['b', { kind: 'changed', was: { status: 'pending' } }],
    ]);
    assert.deepEqual(shown([1, 2]), { description: '2', message: '1 new, 1 now failed.' });
    arranged = { version: 1, coverage: '1 of 3', notices: [] };
    hidden = ['a', 'c'];
    assert.equal(shown([1, 2, 3]).message, '1 new, 1 now failed (1 hidden).');
    arranged = { ...arranged, version: 2 };
    hidden = ['a', 'b'];
    assert.match(shown([1, 2, 3]).message, / 1 now failed \(\d hidden\)\.$/);
    [arranged, hidden] = [undefined, []];
    marks = Object.assign(marks, { since: yesterday, marks: new Map(marks.marks) });
    assert.equal(shown([1, 2]).message, '1 new, 1 now failed since yesterday 18:04.');
  });

  it('says above the rows that they could not be refreshed, and the time of stored rows', () => {
    const failed = { ...failure, during: 'refresh' } as const;
    assert.deepEqual(shown([1], { failure: failed }), {
      description: '1',
      message: 'Not refreshed.',
    });
    const stored = { failure: failed, restored: true, asOf: yesterday };
    assert.equal(shown([1], stored).message, 'As of yesterday 18:04.');
    session.outage = { failure: { kind: 'http', status: 503 } };
    assert.match(
      shown([1], { asOf: yesterday }).message,
      /^As of yesterday 18:04, service error\.$/,
    );
    assert.equal(shown([1], { asOf: undefined }).message, '');
  });

  it('says the time of stored rows only if their refresh lasts, because the rows would move', () => {
    list.state = listState([1], { restored: true, asOf: yesterday, work: 'refresh' });
    head.update();
    mock.timers.tick(999);
    assert.equal(view.message, undefined);
    mock.timers.tick(1);
    assert.equal(view.message, 'Rows of yesterday 18:04 are being refreshed.');
  });

  it('says beside the count when the rows were read, once that is ten minutes ago', () => {
    const asOf = systemClock.now();
    assert.equal(shown([1], { total: 2, hasMore: true, asOf }).description, '1 of 2');
    mock.timers.tick(10 * 60_000);
    assert.equal(view.description, '1 of 2 · as of 14:02');
    const failed = { ...failure, during: 'refresh' } as const;
    assert.equal(shown([1], { asOf, failure: failed }).description, '1', 'a row says it');
    assert.equal(shown([1], { asOf, restored: true }).description, '1', 'the message says it');
    assert.equal(shown([1]).description, '1');
  });

  it('names gone rows in the badge tooltip', () => {
    const tooltip = (facts: Partial<typeof marks>) => {
      marks = Object.assign(marks, facts);
      shown([1]);
      return (view.badge as { readonly tooltip: string }).tooltip;
    };
    const gone = (...names: readonly (string | undefined)[]) =>
      tooltip({ marks: new Map(names.map((name) => [name!, { kind: 'gone', was: { name } }])) });
    assert.equal(gone('Lamp', undefined), 'Projects: 2 gone; gone: Lamp and without a name');
    assert.match(gone('A', 'B', 'C', 'D', 'E', 'F', 'G'), /gone: A, B, C, D, E, and 2 more$/);
  });

  it('shows that the list loads after a delay, unless rows arrived before', () => {
    const loading = () => {
      list.state = listState([], { work: 'first', asOf: undefined });
      head.update();
      mock.timers.tick(249);
      return view.message ?? '';
    };
    assert.equal(loading(), '');
    assert.equal(shown([1]).message, '');
    assert.equal(loading(), '');
    mock.timers.tick(1);
    assert.equal(view.message, 'Loading…');
    assert.equal(shown([1]).message, '');
  });
});
