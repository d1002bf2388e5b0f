import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';

/**
 * Closes the application without losing a request: reports not ready for `delay` seconds, closes the port, answers what still
 * arrives on open connections, and ends those that have become quiet. Breaks off what takes longer than `patience` milliseconds.
 */
export async function closeApp(app: FastifyInstance, delay: number, patience: number): Promise<void> {
  const { server } = app;
  // A load balancer only has to notice a process that was listening.
  if (server.listening) await app.draining.start(delay);
  const limit = setTimeout(() => server.closeAllConnections(), patience);
  try {
    await untilAccepted(server);
    // Of the class that HTTP servers extend: theirs also ends connections on which a request may be under way.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    await untilQuiet(server);
    await app.close();
    await closed;
  } finally {
    clearTimeout(limit);
  }
}

/** Waits until pending connections are accepted, which would be reset otherwise. Node.js accepts one per turn of its event loop. */
async function untilAccepted(server: Server): Promise<void> {
  let quietTurns = 0;
  const onConnection = () => {
    quietTurns = -1;
  };
  server.on('connection', onConnection);
  for (let turn = 0; turn < 500 && quietTurns < 3; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    quietTurns++;
  }
  server.off('connection', onConnection);
}

const quietMilliseconds = 100;
const mostMilliseconds = 2_000;
const stepMilliseconds = 10;

/**
 * Waits until no request has arrived for a moment, or no connection is open. A proxy that sends a request on a connection at the
 * moment of its end responds 502, since it may not repeat a POST; each response ends its connection, so few are left.
 */
async function untilQuiet(server: Server): Promise<void> {
  const end = performance.now() + mostMilliseconds;
  let last = performance.now();
  const onRequest = () => {
    last = performance.now();
  };
  const isOver = () => performance.now() > Math.min(end, last + quietMilliseconds);
  const connections = promisify(server.getConnections.bind(server));
  server.on('request', onRequest);
  while (!isOver() && (await connections()) > 0) await wait(stepMilliseconds);
  server.off('request', onRequest);
}
