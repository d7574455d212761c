import type { Page } from '../../src/core/model/decode.ts';
import { PagedList } from '../../src/core/lists/pagedList.ts';
import type { PageRequest } from '../../src/core/lists/pageWalk.ts';
import { FakeClock } from './fakeClock.ts';
import { HeldReads } from './heldReads.ts';
import { honestPage, numbered, type Row } from './pages.ts';

export type HeldList = ReturnType<typeof startList>;

/**
 * A list that was not opened yet, ten rows a page, of a service with `count` rows.
 * @returns among others `all`, the rows at the service, which a test may change at any time, and
 * `states`, that of the list at each announcement, such as `10 rows, more`.
 */
export function startList({
  count = 45,
  limit = () => 10,
  respond = honestPage,
  respectsSignal = true,
}: {
  readonly count?: number;
  readonly limit?: () => number;
  /** The response to a request; honest if left out. */
  readonly respond?: (all: Row[], request: PageRequest) => Page<Row>;
  readonly respectsSignal?: boolean;
} = {}) {
  const all = numbered(count);
  const service = new HeldReads((request) => respond(all, request), respectsSignal);
  const clock = new FakeClock(1000);
  const list = new PagedList<Row>(service.read, { limit, now: clock.now });
  const states: string[] = [];
  list.onChange(() => {
    const { rows, work, failure } = list.state;
    const trouble = failure ? ` ${failure.during} failed` : '';
    states.push(`${rows.length} rows, ${work ?? 'idle'}${trouble}`);
  });
  return { all, service, list, clock, states };
}

/** As `startList`, with the first page loaded. */
export async function openList(given: Parameters<typeof startList>[0] = {}): Promise<HeldList> {
  const started = startList(given);
  await started.service.serve(started.list.open());
  return started;
}
