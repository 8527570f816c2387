import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isTransient } from '#db/errors.ts';
import { headersMs, keepAliveMs, maxHeaderBytes, requestCheckMs, requestMs } from '../limits.ts';
import { isPublicPath } from '../public-api/contract.ts';
import { handleNodeRequest } from '../public-api/node.ts';
import { unavailable } from '../public-api/response.ts';
import { findRuntime, type Runtime } from '../runtime.ts';
import { serializeError } from '../safe-error.ts';
import { serveHealth } from './health.ts';
import { answerParseErrors, errorResponse } from './parse-errors.ts';
import {
  callerAddress,
  isHttps,
  normalizeForwardedHeaders,
  readTarget,
  trustList,
} from './proxy-headers.ts';
import { serveUnknownHost } from './unknown-host.ts';

export type PanelHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface WebServer {
  server: Server;
  /** Hands everything that is neither the public API nor health to Next, from now on. */
  openPanel(handler: PanelHandler): void;
  /** Accepts nothing new, and finishes what is under way; what is not done in time is cut. */
  close(timeoutMs: number): Promise<void>;
}

const limits = {
  maxHeaderSize: maxHeaderBytes,
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: requestCheckMs,
  keepAliveTimeout: keepAliveMs,
};

function sendUnavailable(request: IncomingMessage, response: ServerResponse): void {
  const header = (name: string) => request.headersDistinct[name]?.join(',');
  const { status, headers, body } = errorResponse(unavailable(), header);
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
      const address = () => callerAddress(request, trusted);
      const isSecure = () => isHttps(request, trusted);
      return handleNodeRequest(runtime, { ...target, address, isSecure }, request, response);
    }
    if (!panel) return sendUnavailable(request, response);
    if (!(await runtime.intake.hosts.get(target.host))) {
      return serveUnknownHost(runtime.panel.db, target.host, response);
    }

    normalizeForwardedHeaders(request, target, trusted);
    return panel(request, response);
  }

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    if (serveHealth(request.url ?? '', response)) return;
    const runtime = findRuntime();
    if (!runtime) {
      sendUnavailable(request, response);
      return;
    }

    // So that clients which keep connections leave before we cut them, between two requests.
    if (runtime.draining) response.setHeader('connection', 'close');
    route(runtime, request, response).catch((error: unknown) => {
      const level = isTransient(error) ? 'warn' : 'error';
      runtime.log[level]({ fault: serializeError(error) }, 'request failed');
      if (response.headersSent) response.destroy();
      else sendUnavailable(request, response);
    });
  }

  const server = createServer(limits, onRequest);
  // Without a listener Node sends `100 Continue` for every body before the key is checked.
  server.on('checkContinue', onRequest);
  answerParseErrors(server);
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return {
    server,
    openPanel: (handler) => {
      panel = handler;
    },
    close: (timeoutMs) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        // `close` ends idle connections, but not those that have not sent a request yet.
        for (const socket of connections) if (socket.bytesRead === 0) socket.end();
      }),
  };
}
