import assert from 'node:assert/strict';
import type { ChangeMark } from '../../../src/core/lists/changeMarks.ts';
import type { ServiceRow } from '../../../src/lists/index.ts';
import { lookOf } from '../../../src/views/countedLook.ts';
import { RowItems } from '../../../src/views/tree/rowItems.ts';
import { serviceItem } from '../../../src/views/tree/treeItems.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { project } from '../../support/projects.ts';
import { turns } from '../../support/turn.ts';

describe('RowItems', () => {
  /** A view of some projects, each of them confirmed as `confirmed` says. */
  function start(count: number) {
    const clock = new FakeClock(1_700_000_000_000);
    const rows = Array.from({ length: count }, (_, at) => project(String(at + 1)));
    const confirmed = new Map<string, number>();
    const marks = new Map<string, ChangeMark>();
    let changes = 0;
    let looks = 0;
    const knownOf = ({ key }: ServiceRow) => ({ mark: marks.get(key), isStatusSaid: false });
    const items = new RowItems(clock, { knownOf, serviceItem }, () => changes++);
    items.lookOf = (row) => {
      looks++;
      const share = confirmed.get(row.key) ?? 0;
      const last = { at: clock.now(), total: 100, confirmed: share, processing: 0, pending: 0 };
      return lookOf(row, { ...last, movedAt: clock.now() }, []);
    };
    const paint = () => {
      items.begin();
      return rows.map((row) => items.itemOf(row));
    };
    return {
      ...{ clock, rows, confirmed, marks, items, paint },
      counts: () => ({ changes, looks }),
      examined: async () => {
        await clock.advance(50);
        await turns();
      },
    };
  }
  const KEY = 'project/2';

  it('a changed count is seen at the next paint, also before it was examined', async () => {
    const { confirmed, items, paint, examined, counts } = start(3);
    assert.equal(paint()[1]?.description, '0%');
    confirmed.set(KEY, 50);
    items.changed([KEY]);
    assert.equal(paint()[1]?.description, '50%');
    await examined();
    assert.equal(counts().changes, 0, 'no further paint is needed');
    confirmed.set(KEY, 60);
    items.changed([KEY]);
    await examined();
    assert.equal(counts().changes, 1);
    assert.equal(paint()[1]?.description, '60%');
    assert.equal(paint()[1]?.description, '60%');
  });

  it('a row of a group that was closed has its newest counts when the group is opened', async () => {
    const { rows, confirmed, items, paint, examined } = start(3);
    paint();
    items.begin();
    items.itemOf(rows[0]!);
    confirmed.set(KEY, 50);
    items.changed([KEY]);
    confirmed.set('project/3', 7);
    items.changed();
    await examined();
    assert.deepEqual(
      rows.map((row) => items.itemOf(row).description),
      ['0%', '50%', '7%'],
    );
  });
});
