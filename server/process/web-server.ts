import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isPassingFault } from '#db/errors.ts';
import { describeFault } from '../fault.ts';
import { unavailable } from '../rest/envelope.ts';
import { answerFast } from '../rest/fast-door.ts';
import { Front } from '../rest/front.ts';
import { readTarget, trustList } from '../rest/host.ts';
import { serveOverNode } from '../rest/node-door.ts';
import { isPublicPath } from '../rest/public-path.ts';
import { answerUnparsed, asRefused } from '../rest/unparsed.ts';
import { findRuntime, type Runtime } from '../runtime.ts';
import { settleForwarding } from './forwarding.ts';
import { serveHealth } from './health.ts';
import { serveUnknownHost } from './unknown-host.ts';

export type PanelHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface WebServer {
  server: Server;
  /** Hands everything that is neither the public API nor health to Next, from now on. */
  openPanel(handler: PanelHandler): void;
  /** Takes nothing new, and finishes what is under way; what is not done in `patience` ms is cut. */
  close(patience: number): Promise<void>;
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

/** For what cannot be served now, whoever asked. */
function sendUnavailable(request: IncomingMessage, response: ServerResponse): void {
  const header = (name: string) => request.headersDistinct[name]?.join(',');
  const { status, headers, body } = asRefused(unavailable(), { header });
  response.writeHead(status, headers).end(body);
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
  answerUnparsed(server);
  const front = new Front(server, (bytes, socket) => answerFast(bytes, socket, trusted));
  return {
    server,
    openPanel: (handler) => {
      panel = handler;
    },
    close: (patience) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => {
          server.closeAllConnections();
          front.destroy();
        }, patience);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        front.end();
      }),
  };
}
