import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { isPassingFault } from '#db/errors.ts';
import { requestIdOf } from '../api/request-id.ts';
import { describeFault } from '../fault.ts';
import { complete, failure, type PublicResponse, unavailable } from '../rest/envelope.ts';
import { readTarget, trustList } from '../rest/host.ts';
import { answersItself, serveOverNode } from '../rest/node-door.ts';
import { asAsked } from '../rest/problem.ts';
import { isPublicPath } from '../rest/public-path.ts';
import { findRuntime, type Runtime } from '../runtime.ts';
import { settleForwarding } from './forwarding.ts';
import { serveHealth } from './health.ts';
import { serveUnknownHost } from './unknown-host.ts';

export type PanelHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface WebServer {
  server: Server;
  /** Hands everything that is neither the public API nor health to Next, from now on. */
  openPanel(handler: PanelHandler): void;
}

const limits = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  // Longer than balancers and clients keep an idle connection, so that it is they who close it: a
  // request that crosses our closing would be lost.
  keepAliveTimeout: 75_000,
};

const tooLate = 'ERR_HTTP_REQUEST_TIMEOUT';
const refusals: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request headers must not exceed 16 KiB'],
  [tooLate]: [408, 'Request took too long'],
};

type Asking = Parameters<typeof asAsked>[1];

/** In the envelope, or as the request asks for failures, under the name that it has. */
function refuse(response: PublicResponse, request: Asking): PublicResponse {
  const requestId = requestIdOf(request.header('x-request-id'));
  return complete(asAsked(response, request, requestId), requestId);
}

/** For what cannot be served now, whoever asked. */
function sendUnavailable(request: IncomingMessage, response: ServerResponse): void {
  const header = (name: string) => request.headersDistinct[name]?.join(',');
  const { status, headers, body } = refuse(unavailable(), { header });
  response.writeHead(status, headers).end(body);
}

/** The headers among the bytes that the parser stumbled over, if it tells them. */
function asFarAsKnown(bytes: Buffer | undefined): Asking {
  const [head = ''] = bytes?.toString('latin1').split('\r\n\r\n', 1) ?? [];
  const lines = head.split('\r\n').map((line) => line.split(/:\s*/, 2));
  return { header: (name) => lines.find(([sent]) => sent?.toLowerCase() === name)?.[1]?.trim() };
}

interface ParseError extends NodeJS.ErrnoException {
  rawPacket?: Buffer;
}

/** What Node's parser refuses never becomes a request; it still gets an answer of ours. */
function refuseUnparsed(server: Server): void {
  server.on('clientError', (error: ParseError, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();

    if (answersItself(socket, error.code === tooLate ? 'late' : 'broken')) return;

    const [status, message] = refusals[error.code ?? ''] ?? [400, 'Malformed HTTP request'];
    const { headers, body } = refuse(failure(status, message), asFarAsKnown(error.rawPacket));
    const lines = Object.entries({ ...headers, connection: 'close' }).map((line) =>
      line.join(': '),
    );
    const reason = STATUS_CODES[status] ?? '';
    socket.end([`HTTP/1.1 ${status} ${reason}`, ...lines, '', body].join('\r\n'));
  });
}

/** The one port: health, then the public API, then the panel for the hosts of an application. */
export function createWebServer(trustedProxies: readonly string[]): WebServer {
  const trusted = trustList(trustedProxies);
  let panel: PanelHandler | undefined;

  async function route(
    runtime: Runtime,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const target = readTarget(request, trusted);
    if (isPublicPath(target.path)) {
      return serveOverNode(runtime, { target, trusted }, request, response);
    }
    if (!panel) return sendUnavailable(request, response);
    if (!(await runtime.intake.hosts.find(target.host)))
      return serveUnknownHost(runtime.panel.db, target.host, response);

    settleForwarding(request, target, trusted);
    return panel(request, response);
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (serveHealth(request.url ?? '', response)) return;
    const runtime = findRuntime();
    if (!runtime) {
      sendUnavailable(request, response);
      return;
    }

    // So that clients who keep connections leave before we cut them, between two requests.
    if (runtime.draining) response.setHeader('connection', 'close');
    route(runtime, request, response).catch((error: unknown) => {
      const level = isPassingFault(error) ? 'warn' : 'error';
      runtime.log[level]({ fault: describeFault(error) }, 'request failed');
      if (response.headersSent) response.destroy();
      else sendUnavailable(request, response);
    });
  }

  const server = createServer(limits, handle);
  // Without a listener Node invites every body before we have looked at the key.
  server.on('checkContinue', handle);
  refuseUnparsed(server);
  return {
    server,
    openPanel: (handler) => {
      panel = handler;
    },
  };
}
