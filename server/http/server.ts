import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isTransient } from '#db/errors.ts';
import { headersMs, keepAliveMs, maxHeaderBytes, requestCheckMs, requestMs } from '../limits.ts';
import { errors, isPublicPath } from '../public-api/contract.ts';
import { handleNodeRequest, sendResponse } from '../public-api/node.ts';
import { PublicError, unavailable } from '../public-api/response.ts';
import { findRuntime } from '../runtime.ts';
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

const options = {
  maxHeaderSize: maxHeaderBytes,
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: requestCheckMs,
  keepAliveTimeout: keepAliveMs,
  /** Node would answer without the envelope. */
  requireHostHeader: false,
};

function refuse(error: PublicError, request: IncomingMessage, response: ServerResponse): void {
  const header = (name: string) => request.headersDistinct[name]?.join(',');
  sendResponse(request, response, errorResponse(error, header));
}

/** RFC 9112, 3.2: a request of HTTP/1.1 must have the header, be it empty. */
const lacksHost = ({ httpVersion, headers }: IncomingMessage) =>
  httpVersion === '1.1' && headers.host === undefined;

/**
 * The one port: health, then the public API, then the panel for the hosts of an application.
 *
 * @param isDev leaves the WebSocket of Next's reload to Next
 */
export function createWebServer(trustedProxies: readonly string[], isDev = false): WebServer {
  const trusted = trustList(trustedProxies);
  let panel: PanelHandler | undefined;

  /** @throws PublicError for what neither the public API nor the panel gets */
  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (lacksHost(request)) throw new PublicError(errors.hostRequired);
    if (serveHealth(request.url ?? '', response)) return;
    const runtime = findRuntime();
    if (!runtime) throw unavailable();

    // So that clients which keep connections leave before we cut them, between two requests.
    if (runtime.draining) response.setHeader('connection', 'close');
    const target = readTarget(request, trusted);
    if (isPublicPath(target.path)) {
      const address = () => callerAddress(request, trusted);
      const isSecure = () => isHttps(request, trusted);
      return handleNodeRequest(runtime, { ...target, address, isSecure }, request, response);
    }
    if (!panel) throw unavailable();
    if (!(await runtime.intake.hosts.get(target.host))) {
      if (target.path.startsWith('/api/')) throw new PublicError(errors.unknownHost);
      return serveUnknownHost(runtime.panel.db, target.host, response);
    }

    normalizeForwardedHeaders(request, target, trusted);
    return panel(request, response);
  }

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    route(request, response).catch((error: unknown) => {
      if (error instanceof PublicError) return refuse(error, request, response);

      const level = isTransient(error) ? 'warn' : 'error';
      findRuntime()?.log[level]({ fault: serializeError(error) }, 'request failed');
      if (response.headersSent) response.destroy();
      else refuse(unavailable(), request, response);
    });
  }

  // Next listens for `upgrade` from its first request on, and Node would then hand it every request
  // with that header. An unwanted one is ignored (RFC 9110, 7.8).
  const shouldUpgradeCallback = ({ url }: IncomingMessage) =>
    isDev && url?.startsWith('/_next/') === true;
  const server = createServer({ ...options, shouldUpgradeCallback }, onRequest);
  // Without a listener Node sends `100 Continue` for every body before the key is checked.
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', (request, response) =>
    refuse(new PublicError(errors.expectationFailed), request, response),
  );
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
