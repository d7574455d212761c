import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { type MinimalOptions, startMinimalService } from '../../support/minimalService.ts';
import { startRawServer } from '../../support/rawServer.ts';
import { endAfterEach } from './ends.ts';
import type { Told } from './matrix.ts';
import { type RigOptions, startRig, TOKEN } from './rig.ts';

export const STATS = { total: 4, confirmed: 3, processing: 1, pending: 0 };
export const REF = { kind: 't', id: '1' } as const;

/** Rows of Projects, from 1. */
export const rows = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, transferable: true }));

/**
 * Starts what a case needs; all of it is ended after the case, last first, however that went. To be
 * called within `describe`.
 */
export function openers() {
  const atEnd = endAfterEach();

  return {
    /** Ends something else, too. */
    atEnd,

    /** A service with one project, `t/1`, that works until it is told to fail. */
    async service(options: Partial<MinimalOptions> = {}) {
      const service = await startMinimalService({
        token: TOKEN,
        projects: rows(1),
        stats: { 't/1': STATS },
        ...options,
      });
      atEnd(() => service.close());
      return service;
    },

    /** A server below HTTP. `answer` receives the number of the request, from 1. */
    async raw(answer: (socket: Socket, request: number) => void) {
      let requests = 0;
      const server = await startRawServer((socket) => {
        socket.on('data', (data) => {
          const begun = data.toString('latin1').split('GET ').length - 1;
          for (let n = 0; n < begun; n++) answer(socket, ++requests);
        });
      });
      atEnd(() => server.close());
      return { server, origin: server.origin, requests: () => requests };
    },

    /**
     * The path of a request, as `startRig` makes it. `tried` counts what was handed to the network.
     */
    rig(address: string, options: RigOptions = {}) {
      const rig = startRig(address, options);
      atEnd(() => rig.end());
      const get = rig.transport.get.bind(rig.transport);
      let tried = 0;
      rig.transport.get = (request) => {
        tried++;
        return get(request);
      };
      return { ...rig, tried: () => tried, host: new URL(address).host };
    },
  };
}

/** Asserts what a person sees and how many requests were made, and passes it on to the table. */
export function tell(sees: string, requests: number, expected: Told): Told {
  assert.deepEqual({ sees, requests }, expected);
  return expected;
}
