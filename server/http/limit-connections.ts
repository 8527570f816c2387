import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { leastConnections, maxPipelinedRequests, reservedFiles } from '../limits.ts';

interface Limit {
  /** Connections that may be open. */
  most: number;
  /** Whether a request comes with a known key. */
  isKnown: (request: IncomingMessage) => boolean;
}

interface Connection {
  /** Requests without their answer, those that wait included. */
  requests: number;
  /** Begin requests that came while many were under way. */
  waiting: (() => void)[];
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

function endRequest(socket: Socket, connection: Connection): void {
  connection.requests -= 1;
  const begin = connection.waiting.shift();
  if (!begin || socket.destroyed) return;

  begin();
  if (connection.waiting.length === 0) socket.resume();
}

/**
 * Bounds what callers can take with connections, so that leads are still taken.
 *
 * When one more connection comes than may be open, the oldest idle one is closed: first those on which
 * no known key came. Of the requests that one connection pipelines, a few are under way at once. With a
 * known key the others wait, and no more is read until they have begun; without one, the connection is
 * cut.
 *
 * @returns what wraps the listeners of requests
 */
export function limitConnections(server: Server, { most, isKnown }: Limit) {
  /** From the oldest to the newest. */
  const connections = new Map<Socket, Connection>();
  const closeOldest = (known: boolean) => {
    for (const [socket, connection] of connections) {
      if (connection.requests > 0 || connection.isKnown !== known) continue;
      connections.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  };

  server.on('connection', (socket) => {
    if (connections.size >= most && !closeOldest(false)) closeOldest(true);
    const connection: Connection = { requests: 0, waiting: [], isKnown: false };
    connections.set(socket, connection);
    // A request that reads its body has Node read on.
    socket.on('resume', () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    socket.once('close', () => connections.delete(socket));
  });

  return (listener: RequestListener): RequestListener =>
    (request, response) => {
      const { socket } = request;
      const connection = connections.get(socket);
      if (!connection || socket.destroyed) return;

      connection.requests += 1;
      connection.isKnown ||= isKnown(request);
      // In a later turn: Node parses all that it has read in one, and has requests with a body answered
      // meanwhile. What one connection has sent must not keep others waiting.
      response.once('close', () => setImmediate(endRequest, socket, connection));
      if (connection.requests <= maxPipelinedRequests) {
        listener(request, response);
      } else if (connection.isKnown) {
        connection.waiting.push(() => listener(request, response));
        socket.pause();
      } else {
        socket.destroy();
      }
    };
}
