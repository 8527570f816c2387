import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { escapeHtml } from '../html-page.ts';
import {
  headersMs,
  keepAliveMs,
  maxHeaderBytes,
  pageRetrySeconds,
  requestCheckMs,
  requestMs,
  unreadAnswerMs,
} from '../limits.ts';
import { logFailure } from '../log-failure.ts';
import { isPublicPath } from '../public-api/contract.ts';
import { errors } from '../public-api/errors.ts';
import { handleNodeRequest, sendResponse } from '../public-api/node.ts';
import { explained, PublicError, unavailable } from '../public-api/response.ts';
import { findRuntime } from '../runtime.ts';
import { closable } from './close-server.ts';
import { serveHealth } from './health.ts';
import { connectionsAllowed, limitConnections } from './limit-connections.ts';
import { answerParseErrors, errorResponse } from './parse-errors.ts';
import {
  callerAddress,
  isHttps,
  normalizeHeaders,
  readTarget,
  trustList,
} from './proxy-headers.ts';
import { sendHtml } from './send-html.ts';
import { Pages, type Panel } from './serve-pages.ts';
import { isServerAction } from './server-actions.ts';
import { serveUnknownHost } from './unknown-host.ts';

export interface WebServer {
  server: Server;
  /** Hands everything that is neither the public API nor health to Next, from now on. */
  openPanel(panel: Panel): void;
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

const options = {
  maxHeaderSize: maxHeaderBytes,
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: requestCheckMs,
  keepAliveTimeout: keepAliveMs,
  /** Node would answer without the envelope. */
  requireHostHeader: false,
};

/** Whether a person opens a page, rather than a program a resource. */
const opensPage = ({ method, url = '', headers }: IncomingMessage) =>
  method === 'GET' && headers.accept?.includes('text/html') === true && !isPublicPath(url);

/** @returns the id of the request */
function refuse(error: PublicError, request: IncomingMessage, response: ServerResponse) {
  const header = (name: string) => request.headersDistinct[name]?.join(',');
  const answer = errorResponse(error, header);
  if (error.status === 503 && opensPage(request)) sendUnavailable(response, answer.headers);
  else sendResponse(request, response, answer);
  return answer.headers['x-request-id'];
}

function sendUnavailable(response: ServerResponse, headers: Record<string, string>): void {
  const content = `<p>This page loads again by itself every ${pageRetrySeconds} seconds.</p>
<p>Request ID: <code>${escapeHtml(headers['x-request-id'] ?? '')}</code></p>`;
  const heading = 'The server is not available right now';
  const page = { title: 'Not available', heading, content, refreshSeconds: pageRetrySeconds };
  sendHtml(response, 503, page, headers);
}

/** RFC 9112, 3.2: a request of HTTP/1.1 must have the header, be it empty. */
const lacksHost = ({ httpVersion, headers }: IncomingMessage) =>
  httpVersion === '1.1' && headers.host === undefined;

/** Whether its key was one within the hour. */
function hasKnownKey({ headers }: IncomingMessage): boolean {
  const secret = headers['x-api-key'];
  return typeof secret === 'string' && findRuntime()?.intake.keys.isRecent(secret) === true;
}

const noServerActions = explained(
  errors.malformedRequest,
  'the panel takes neither the header Next-Action nor multipart/form-data',
);

/**
 * The one port: health, then the public API, then the panel for the hosts of an application.
 *
 * @param isDev leaves the WebSocket of Next's reload to Next
 */
export function createWebServer(trustedProxies: readonly string[], isDev = false): WebServer {
  const trusted = trustList(trustedProxies);
  let pages: Pages | undefined;

  /** @throws PublicError for what neither the public API nor the panel gets */
  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (lacksHost(request)) throw new PublicError(errors.hostRequired);
    if (serveHealth(request.url ?? '', response)) return;
    const runtime = findRuntime();
    if (!runtime) throw unavailable();

    const target = readTarget(request, trusted);
    if (isPublicPath(target.path)) {
      const address = () => callerAddress(request, trusted);
      const isSecure = () => isHttps(request, trusted);
      return handleNodeRequest(runtime, { ...target, address, isSecure }, request, response);
    }
    if (!pages) throw unavailable();
    const application = await runtime.intake.hosts.get(target.host);
    if (!application) {
      if (target.path.startsWith('/api/')) throw new PublicError(errors.unknownHost);
      return serveUnknownHost(runtime.panel.db, target.host, response);
    }

    const header = (name: string) => request.headersDistinct[name]?.join(',');
    if (isServerAction(request.method, header)) throw new PublicError(noServerActions);
    const scheme = isHttps(request, trusted) ? 'https' : 'http';
    normalizeHeaders(request, target, trusted);
    return pages.serve({ application, scheme, ...target }, request, response);
  }

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    route(request, response).catch((error: unknown) => {
      if (error instanceof PublicError) return void refuse(error, request, response);

      const requestId = response.headersSent
        ? void response.destroy()
        : refuse(unavailable(), request, response);
      const runtime = findRuntime();
      if (runtime) logFailure(runtime.log, 'request failed', error, { requestId });
    });
  }

  // Next listens for `upgrade` from its first request on, and Node would then hand it every request
  // with that header. An unwanted one is ignored (RFC 9110, 7.8).
  const shouldUpgradeCallback = ({ url }: IncomingMessage) =>
    isDev && url?.startsWith('/_next/') === true;
  const server = createServer({ ...options, shouldUpgradeCallback });
  // A connection on which nothing moves for so long, while it is not idle.
  server.timeout = unreadAnswerMs;
  const limited = limitConnections(server, { most: connectionsAllowed(), isKnown: hasKnownKey });
  server.on('request', limited(onRequest));
  // Without a listener Node sends `100 Continue` for every body before the key is checked.
  server.on('checkContinue', limited(onRequest));
  const refuseExpectation = (request: IncomingMessage, response: ServerResponse) =>
    refuse(new PublicError(errors.expectationFailed), request, response);
  server.on('checkExpectation', limited(refuseExpectation));
  const latest = answerParseErrors(server);
  return {
    server,
    openPanel: (panel) => {
      pages = new Pages(panel, !isDev);
    },
    ...closable(server, latest),
  };
}
