import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { leastConnections, reservedFiles } from '../limits.ts';

interface Limit {
  /** Connections that may be open. */
  most: number;
  /** Whether a request comes with a known key. */
  isKnown: (request: IncomingMessage) => boolean;
}

interface State {
  /** Requests under way. */
  requests: number;
  /** Whether a request came with a known key. */
  isKnown: boolean;
}

/**
 * Of the files that the system lets this process open, what is left for connections of callers: the
 * rest is for the database, and for what Node and Next read.
 */
export function connectionsAllowed(): number {
  const report: unknown = process.report.getReport();
  const files = Number(Object(report).userLimits?.open_files?.soft);
  return Number.isFinite(files)
    ? Math.max(leastConnections, files - reservedFiles)
    : Number.POSITIVE_INFINITY;
}

/**
 * Closes the oldest idle connection when one more comes than may be open, so that leads are still
 * taken: first those on which no known key came.
 */
export function limitConnections(server: Server, { most, isKnown }: Limit): void {
  /** From the oldest to the newest. */
  const connections = new Map<Socket, State>();
  const closeOldest = (known: boolean) => {
    for (const [socket, state] of connections) {
      if (state.requests > 0 || state.isKnown !== known) continue;
      connections.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  };

  server.on('connection', (socket) => {
    if (connections.size >= most && !closeOldest(false)) closeOldest(true);
    connections.set(socket, { requests: 0, isKnown: false });
    socket.once('close', () => connections.delete(socket));
  });
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const)
    server.prependListener(event, (request, response) => {
      const state = connections.get(request.socket);
      if (!state) return;
      state.requests += 1;
      state.isKnown ||= isKnown(request);
      response.once('close', () => {
        state.requests -= 1;
      });
    });
}
