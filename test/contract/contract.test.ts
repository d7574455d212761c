import assert from 'node:assert/strict';
import { COUNTS } from '../../src/core/model/counts.ts';
import type { Page } from '../../src/core/model/decode.ts';
import type {
  Collection,
  Json,
  JsonObject,
  Project,
  ProjectRef,
} from '../../src/core/model/model.ts';
import type { TransportRequest, TransportResponse } from '../../src/core/client/transport.ts';
import { LISTS } from '../../src/lists/index.ts';
import { PagedList } from '../../src/core/lists/pagedList.ts';
import { COLLECTIONS } from '../../src/lists/collections.ts';
import { PROJECTS } from '../../src/lists/projects.ts';
import { clientFor } from '../support/client.ts';
import { startContractService } from './support/contractService.ts';

const SEEDS = Array.from({ length: 60 }, (_, at) => at + 1);
const signal = new AbortController().signal;
const HEADERS = { authorization: 'Bearer token-of-the-rig' };

interface Exchange {
  readonly request: TransportRequest;
  readonly response: TransportResponse;
}

/** The client as it ships, with a service that checks every request against openapi.json. */
describe('Contract of service-interface', () => {
  let contract: Awaited<ReturnType<typeof startContractService>>;
  before(async () => {
    contract = await startContractService();
  });
  after(() => contract.stop());

  /**
   * A rig that records its requests and responses. The service makes each response from `seed`, which
   * it reads from the header `prefer`. Nothing else is added to a request.
   */
  function rigWith(seed: number) {
    const { client, transport } = clientFor(contract.address);
    const get = transport.get.bind(transport);
    const exchanges: Exchange[] = [];
    transport.get = async (request) => {
      const headers = { ...request.headers, prefer: `seed=${seed}` };
      const response = await get({ ...request, headers });
      exchanges.push({ request, response });
      return response;
    };
    return { client, exchanges, end: () => transport.close() };
  }

  /** Asserts that a request was valid, and returns the body of its response. */
  function accepted({ request, response }: Exchange): JsonObject {
    const where = request.url.pathname + request.url.search;
    const text = new TextDecoder().decode(response.body);
    assert.equal(response.status, 200, `${where}: ${text}`);
    return JSON.parse(text) as JsonObject;
  }

  /** Compares the decoded rows with the body, member by member. */
  function assertDecoded(page: Page<Project | Collection>, body: JsonObject): void {
    const results = body.results as readonly JsonObject[];
    assert.equal(page.received, results.length);
    assert.equal(page.unreadable, 0);
    assert.equal(page.rows.length, results.length);
    page.rows.forEach((row, at) => {
      const sent = results[at]!;
      // As text, because long integers keep digits that numbers lose.
      assert.equal(JSON.stringify(row.source), JSON.stringify(sent));
      for (const [member, value] of Object.entries(row)) {
        if (['kind', 'key', 'identity', 'variant', 'source'].includes(member)) continue;
        assert.deepEqual(value, expected(member, sent[member]), `${member} of row ${at}`);
      }
    });
    for (const total of ['page', 'limit', 'totalPages', 'totalResults'] as const) {
      const sent = body[total] as number;
      assert.equal(page[total], sent >= 0 ? Math.floor(sent) : undefined, total);
    }
  }

  /** The decoded member: an empty text is left out, and so is an id that is not digits. */
  function expected(member: string, sent: Json | undefined): Json | undefined {
    if (sent === '') return undefined;
    if (member !== 'id') return sent;
    return typeof sent === 'number' && sent >= 0 ? String(sent) : undefined;
  }

  for (const list of Object.values(LISTS)) {
    it(`sends only valid requests for ${list.name}, and decodes every page`, async () => {
      let rows = 0;
      for (const seed of SEEDS) {
        const rig = rigWith(seed);
        const request = { page: seed, limit: 1 + ((seed * 7) % 100) };
        const page = await rig.client.page<Project | Collection>(list, request, signal);
        assertDecoded(page, accepted(rig.exchanges[0]!));
        rows += page.rows.length;
        await rig.end();
      }
      assert.ok(rows > SEEDS.length, `only ${rows} rows`);
    });
  }

  it('sends only valid requests for stats, and decodes all counts', async () => {
    const ids = ['0', '12', '2147483648', '9007199254740993'];
    for (const seed of SEEDS) {
      const rig = rigWith(seed);
      const ref: ProjectRef = { kind: seed % 2 ? 't' : 'n', id: ids[seed % ids.length]! };
      const stats = await rig.client.stats(ref, signal);
      const sent = accepted(rig.exchanges[0]!);
      for (const name of COUNTS) assert.equal(stats[name], sent[name], name);
      assert.equal(JSON.stringify(stats.source), JSON.stringify(sent));
      await rig.end();
    }
  });

  it('sends only valid requests when a list opens, loads all and refreshes, with any totals', async () => {
    for (const seed of SEEDS.slice(0, 20)) {
      const rig = rigWith(seed);
      const paging = { limit: () => 50, now: () => 0 };
      for (const list of [
        new PagedList<Project>((page, end) => rig.client.page(PROJECTS, page, end), paging),
        new PagedList<Collection>((page, end) => rig.client.page(COLLECTIONS, page, end), paging),
      ]) {
        await list.open();
        await list.loadAll();
        await list.refresh();
        assert.equal(list.state.failure, undefined);
        assert.equal(list.state.work, undefined);
      }
      assert.ok(rig.exchanges.length >= 4);
      for (const exchange of rig.exchanges) accepted(exchange);
      await rig.end();
    }
  });

  it('the test service refuses what the contract does not allow', async () => {
    for (const [status, path, headers = HEADERS] of [
      [401, '/v2/projects?page=1&limit=50', {}],
      [422, '/v2/projects?page=1&limit=101'],
      [422, '/v1/collections?page=1.5'],
      [422, '/v2/projects/x/12/stats'],
      [422, '/v2/projects/t/twelve/stats'],
      [404, '/v1/projects'],
    ] as const) {
      const response = await fetch(contract.address + path, { headers });
      await response.text();
      assert.equal(response.status, status, path);
    }
  });
});
