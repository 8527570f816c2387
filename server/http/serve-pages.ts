import type { IncomingMessage, ServerResponse } from 'node:http';
import { signInPath } from '#db/values/sign-in.ts';
import {
  abandonedPageMs,
  maxPagePathLength,
  maxStrangersPages,
  maxStrangersPagesPerNetwork,
} from '../limits.ts';
import { unavailable } from '../public-api/response.ts';
import { reservedSlugs } from '../services/companies/create-company.ts';
import {
  isCachedPath,
  isUnknownDocsPath,
  type PageAddress,
  PageCache,
  type PanelHandler,
  readerPath,
} from './page-cache.ts';
import { PageSlots } from './page-slots.ts';
import { sendHtml } from './send-html.ts';

export interface Panel {
  handle: PanelHandler;
  /** Whether a signed-in user sends the request. */
  hasSession(request: IncomingMessage): Promise<boolean>;
}

/** Small and many; no page is made for them. */
const isCheap = (path: string) => path.startsWith('/_next/static/') || path.startsWith('/api/');

const companyPage = /^\/([a-z0-9-]+)(?:\/|$)/;

function isOfCompany(path: string): boolean {
  const [, slug] = companyPage.exec(path) ?? [];
  return slug !== undefined && !reservedSlugs.includes(slug);
}

/**
 * As the layout of a company does, without making a page. An open page whose session has ended fetches
 * many others before a click: these lead nowhere, so that no page to sign in is made for each.
 */
function sendToSignIn({ headers, url = '/' }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('cache-control', 'no-store');
  if (headers['next-router-prefetch'] !== undefined) response.writeHead(401).end();
  else response.writeHead(307, { location: signInPath(url) }).end();
}

function sendNotFound(response: ServerResponse): void {
  const content = '<p><a href="/">Go to the start page</a></p>';
  sendHtml(response, 404, { title: 'Not found', heading: 'This page does not exist', content });
}

/**
 * Resolves when a page is made: when its response has all of its content, or so long after its caller
 * has gone that Next has given it up. What Next returns may never settle when the caller goes.
 */
function untilOver(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { end } = response;
  Object.assign(response, {
    end: (...given: unknown[]) => {
      resolve();
      return Reflect.apply(end, response, given);
    },
  });
  response.once('close', () => setTimeout(resolve, abandonedPageMs).unref());
  return promise;
}

/**
 * Serves what Next makes so that pages for anybody cannot hold up leads: those that are the same for
 * all readers are made once, and of the others only few at once for strangers.
 */
export class Pages {
  readonly #panel: Panel;
  readonly #kept: PageCache | undefined;
  readonly #slots = new PageSlots(maxStrangersPages, maxStrangersPagesPerNetwork);

  /** @param keepsPages not in development, where they change */
  constructor(panel: Panel, keepsPages: boolean) {
    this.#panel = panel;
    this.#kept = keepsPages ? new PageCache(panel.handle) : undefined;
  }

  /**
   * @param request with verified forwarding headers
   * @throws PublicError when too many pages are being made
   */
  async serve(
    address: PageAddress,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { path } = address;
    if (isCheap(path)) return this.#panel.handle(request, response);
    if (path.length > maxPagePathLength) return sendNotFound(response);

    const caller = String(request.headers['x-forwarded-for']);
    if (this.#kept && (request.method === 'GET' || request.method === 'HEAD')) {
      if (isUnknownDocsPath(path)) return sendNotFound(response);
      if (isCachedPath(path)) {
        return this.#kept.serve(address, () => this.#takeSlot(caller), request, response);
      }
    }
    await this.#make(caller, path, request, response);
  }

  #takeSlot(caller: string): () => void {
    const free = this.#slots.take(caller);
    if (!free) throw unavailable();
    return free;
  }

  /** Pages for members take no slot. Who is one is unknown while the database is unreachable. */
  async #make(
    caller: string,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const isMember = await this.#panel.hasSession(request).catch(() => undefined);
    if (response.destroyed) return;
    if (isMember) return this.#panel.handle(request, response);
    if (isMember === false && isOfCompany(path)) return sendToSignIn(request, response);
    if (isMember === false && path === readerPath) {
      response.writeHead(204, { 'cache-control': 'no-store' }).end();
      return;
    }

    const free = this.#takeSlot(caller);
    const over = untilOver(response);
    try {
      await Promise.race([this.#panel.handle(request, response), over]);
    } finally {
      free();
    }
  }
}
