import {
  type MinimalOptions,
  type MinimalService,
  startMinimalService,
} from '../../support/minimalService.ts';

const open = new Set<MinimalService>();

/** The services that tests have open; their requests are part of what explains a failure. */
export const openServices: ReadonlySet<MinimalService> = open;

/** Starts a service for a test. */
export async function startService(options: MinimalOptions): Promise<MinimalService> {
  const service = await startMinimalService(options);
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

/** Closes what a failed test left open. */
export async function closeServices(): Promise<void> {
  await Promise.all([...open].map((service) => service.close()));
}
