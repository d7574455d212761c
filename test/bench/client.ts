import { AccessToken } from '../../src/core/client/accessToken.ts';
import { requestPolicy } from '../../src/core/client/requestPolicy.ts';
import { addressOf } from '../support/address.ts';
import { ServiceClient } from '../../src/core/client/serviceClient.ts';
import type { Transport } from '../../src/core/client/transport.ts';
import { PagedList } from '../../src/core/lists/pagedList.ts';
import type { ReadPage } from '../../src/core/lists/pageWalk.ts';
import type { Project } from '../../src/core/model/model.ts';
import { systemClock } from '../../src/editor/systemClock.ts';
import { PROJECTS } from '../../src/lists/projects.ts';
import { createTransport } from '../support/client.ts';

export const PAGE_SIZE = 100;

export function openTransport(): Transport {
  return createTransport();
}

/** Reads pages of Projects as the extension does, without the editor. */
export function readProjects(address: string, transport: Transport): ReadPage<Project> {
  const service = addressOf(address);
  const client = new ServiceClient({
    address: service,
    token: new AccessToken('t', service.origin),
    transport,
    policy: requestPolicy(systemClock, Math.random),
    now: systemClock.now,
  });
  return (page, signal) => client.page(PROJECTS, page, signal);
}

export function projectList(address: string, transport: Transport): PagedList<Project> {
  return new PagedList<Project>(readProjects(address, transport), {
    limit: () => PAGE_SIZE,
    now: systemClock.now,
  });
}

export async function loadAll(
  address: string,
  transport: Transport,
  rows: number,
): Promise<PagedList<Project>> {
  const list = projectList(address, transport);
  await list.loadAll();
  if (list.state.rows.length !== rows) {
    throw new Error(`${list.state.rows.length} of ${rows} rows came.`);
  }
  return list;
}
