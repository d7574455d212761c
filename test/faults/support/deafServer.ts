import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** Listens, and then never takes a connection: its thread does nothing else. */
const DEAF = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;

/** A server to which no further connection comes about: its queue is full, and stays so. */
export async function startDeafServer() {
  const worker = new Worker(DEAF, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  const queued: Socket[] = [];
  // As many as the system queues, and one that finds no place.
  for (let connected = true; connected && queued.length < 20;) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    queued.push(socket);
    connected = await Promise.race([
      once(socket, 'connect').then(() => true),
      // Where this process was late, the connection may be made before its event has fired.
      sleep(150)
        .then(() => sleep(50))
        .then(() => !socket.connecting),
    ]);
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of queued) socket.destroy();
      await worker.terminate();
    },
  };
}
