import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeCheckMs, idleGraceMs, quietTurnMs } from '../limits.ts';

/** A request that crosses the end of its connection is lost: the answer before must announce it. */
const announceEnd = (response: ServerResponse | undefined) => {
  if (response && !response.headersSent) response.setHeader('connection', 'close');
};

/**
 * Closes a server so that no request is lost.
 *
 * @param latest the newest answer of each connection
 */
export function closable(server: Server, latest: WeakMap<Duplex, ServerResponse>) {
  const connections = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket) => {
    accepted += 1;
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });

  /**
   * Stops listening once all that wait are accepted. The kernel resets a connection that comes
   * between the last look and the close, so that look is at the end of a turn of the event loop in
   * which nothing else happened: a turn takes at most one connection, and its other work takes time.
   */
  function stopListening(deadline: number): Promise<true> {
    const { promise, resolve } = Promise.withResolvers<true>();
    let [before, began] = [-1, 0];
    const look = () => {
      const now = performance.now();
      const isQuiet = accepted === before && now - began < quietTurnMs;
      // Not `server.close`, which cuts idle connections at once.
      if (isQuiet || now >= deadline) NetServer.prototype.close.call(server, () => resolve(true));
      else setImmediate(look);
      [before, began] = [accepted, now];
    };
    setImmediate(look);
    return promise;
  }

  function closeIdle(): void {
    server.closeIdleConnections();
    // Node does not count those among the idle ones that have not sent a request yet.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }

  return {
    drain(): void {
      for (const socket of connections) announceEnd(latest.get(socket));
      for (const event of ['request', 'checkContinue'] as const) {
        server.prependListener(event, (request, response) => {
          // Of pipelined requests, only the last answer may end the connection.
          const earlier = latest.get(request.socket);
          if (earlier && !earlier.headersSent) earlier.removeHeader('connection');
          announceEnd(response);
        });
      }
    },
    async close(timeoutMs: number): Promise<number> {
      const deadline = performance.now() + timeoutMs;
      const timeLeft = () => Math.max(0, deadline - performance.now());
      const closed = stopListening(deadline);
      const closesWithin = (ms: number) =>
        Promise.race([closed, sleep(Math.min(ms, timeLeft()), false)]);

      let isClosed = await closesWithin(idleGraceMs);
      while (!isClosed && timeLeft() > 0) {
        closeIdle();
        isClosed = await closesWithin(closeCheckMs);
      }
      if (isClosed) return 0;

      const cut = connections.size;
      for (const socket of connections) socket.destroy();
      await closed;
      return cut;
    },
  };
}
