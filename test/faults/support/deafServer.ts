import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** Listens, and then accepts no connection, because its thread is blocked. */
const DEAF = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;

/** Starts a server that accepts no connection. Its queue is full and stays so. */
export async function startDeafServer() {
  const worker = new Worker(DEAF, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  const queued: Socket[] = [];
  // As many connections as the system queues, and one more.
  for (let connected = true; connected && queued.length < 20;) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    queued.push(socket);
    connected = await Promise.race([
      once(socket, 'connect').then(() => true),
      // If this process is late, the socket may be connected before its event has fired.
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
