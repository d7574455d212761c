import {
  type MinimalOptions,
  type MinimalService,
  startMinimalService,
} from '../../support/minimalService.ts';

const open = new Set<MinimalService>();

/** The services that tests have open; the evidence of a failure contains their requests. */
export const openServices: ReadonlySet<MinimalService> = open;

/** Addresses that were in use. Windows store data by address, so none is used again. */
const used = new Set<string>();

/** Starts a service for a test, at an address that no other test of the run has had. */
export async function startService(options: MinimalOptions): Promise<MinimalService> {
  const service = await startMinimalService(options);
  if (used.has(service.address)) {
    await service.close();
    return startService(options);
  }
  used.add(service.address);
  const watched: MinimalService = {
    ...service,
    close: async () => {
      open.delete(watched);
      await service.close();
    },
  };
  open.add(watched);
  return watched;
}

export async function closeServices(): Promise<void> {
  await Promise.all([...open].map((service) => service.close()));
}
