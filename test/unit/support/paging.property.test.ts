import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { startSampleService } from '../../../src/sample/index.ts';
import { ask, everyRow } from '../../support/ask.ts';
import type { Row } from '../../support/ask.ts';
import { startMinimalService } from '../../support/minimalService.ts';

interface Subject {
  readonly address: string;
  readonly token: string;
  close(): Promise<void>;
}

const services: Record<string, (count: number) => Promise<Subject>> = {
  'sample service': (count) =>
    startSampleService({ projects: count, collections: count, now: () => 0 }),
  'minimal service': async (count) => {
    const list = Array.from({ length: count }, (_, at) => ({ id: at, name: `row ${at}` }));
    const options = { token: 'any', projects: list, collections: list };
    return { ...(await startMinimalService(options)), token: 'any' };
  },
};

for (const [name, start] of Object.entries(services)) {
  describe(`Paging of the ${name}`, () => {
    for (const path of ['/v2/projects', '/v1/collections']) {
      it(`pages of ${path} of the ${name} make up the whole list, whatever their size and order`, async () => {
        const paging = fc.record({
          count: fc.integer({ min: 0, max: 130 }),
          limit: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
          order: fc.infiniteStream(fc.nat()),
        });
        await fc.assert(
          fc.asyncProperty(paging, async ({ count, limit, order }) => {
            const service = await start(count);
            try {
              const size = limit ?? 10;
              const pages = Array.from({ length: Math.ceil(count / size) }, (_, at) => at + 1);
              const got: (readonly Row[])[] = [];
              for (const page of shuffled(pages, order)) {
                const query = limit === undefined ? '' : `&limit=${limit}`;
                const { body } = await ask(service, `${path}?page=${page}${query}`);
                const { results, ...rest } = body;
                assert.deepEqual(rest, {
                  page,
                  limit: size,
                  totalPages: pages.length,
                  totalResults: count,
                });
                // §4.4 (6): a caller knows by this that another page exists.
                const another = count > page * size && pages.length > page;
                assert.equal(another, page < pages.length);
                assert.equal(results.length, another ? size : count - (page - 1) * size);
                got[page] = results;
              }
              assert.deepEqual(got.flat(), await everyRow(service, path));
              assert.equal(got.flat().length, count);
            } finally {
              await service.close();
            }
          }),
          { numRuns: 40 },
        );
      });
    }
  });
}

/** The pages in a random order. @param order draws the next page. */
function shuffled(pages: readonly number[], order: Iterator<number>): number[] {
  const left = [...pages];
  return pages.map(() => {
    const drawn = Number(order.next().value) % left.length;
    return left.splice(drawn, 1)[0]!;
  });
}
