import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { headersMs, keepAliveMs, maxHeaderBytes, requestCheckMs, requestMs } from '../limits.ts';
import { logFailure } from '../log-failure.ts';
import { isPublicPath } from '../public-api/contract.ts';
import { handleNodeRequest } from '../public-api/node.ts';
import { unavailable } from '../public-api/response.ts';
import { findRuntime, type Runtime } from '../runtime.ts';
import { closable } from './close-server.ts';
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
  /** From now on each answer is the last one of its connection. */
  drain(): void;
  /**
   * Serves what waits to be accepted and accepts nothing new. Idle connections have a moment for a
   * late request; requests that have not ended in time are cut off.
   *
   * @returns how many were cut off
   */
  close(timeoutMs: number): Promise<number>;
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

    route(runtime, request, response).catch((error: unknown) => {
      logFailure(runtime.log, 'request failed', error);
      if (response.headersSent) response.destroy();
      else sendUnavailable(request, response);
    });
  }

  const server = createServer(limits, onRequest);
  // Without a listener Node sends `100 Continue` for every body before the key is checked.
  server.on('checkContinue', onRequest);
  const latest = answerParseErrors(server);
  return {
    server,
    openPanel: (handler) => {
      panel = handler;
    },
    ...closable(server, latest),
  };
}
