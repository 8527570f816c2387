import type { IncomingMessage, ServerResponse } from 'node:http';
import { maxPagePathLength, maxStrangersPages, maxStrangersPagesPerNetwork } from '../limits.ts';
import { unavailable } from '../public-api/response.ts';
import {
  isKeptPath,
  isUnknownDocsPath,
  KeptPages,
  type PageAddress,
  type PanelHandler,
  readerPath,
} from './kept-pages.ts';
import { PageSlots } from './page-slots.ts';
import { sendHtml } from './plain-html.ts';

export interface Panel {
  handle: PanelHandler;
  /** Whether a signed-in user sends the request. */
  hasSession(request: IncomingMessage): Promise<boolean>;
}

/** Small and many; no page is made for them. */
const isCheap = (path: string) => path.startsWith('/_next/static/') || path.startsWith('/api/');

function sendNotFound(response: ServerResponse): void {
  const content = '<p><a href="/">Go to the start page</a></p>';
  sendHtml(response, 404, { title: 'Not found', heading: 'This page does not exist', content });
}

/**
 * Resolves when a response has been given all of its content. What Next returns then waits until all
 * was sent, and never settles when the caller goes before.
 */
function untilEnded(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { end } = response;
  Object.assign(response, {
    end: (...given: unknown[]) => {
      resolve();
      return Reflect.apply(end, response, given);
    },
  });
  return promise;
}

/**
 * Serves what Next makes so that pages for anybody cannot hold up leads: those that are the same for
 * all readers are made once, and of the others only few at once for strangers.
 */
export class Pages {
  readonly #panel: Panel;
  readonly #kept: KeptPages | undefined;
  readonly #slots = new PageSlots(maxStrangersPages, maxStrangersPagesPerNetwork);

  /** @param keepsPages not in development, where they change */
  constructor(panel: Panel, keepsPages: boolean) {
    this.#panel = panel;
    this.#kept = keepsPages ? new KeptPages(panel.handle) : undefined;
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
      if (isKeptPath(path)) {
        return this.#kept.serve(address, () => this.#takeSlot(caller), request, response);
      }
      if (path === readerPath && !(await this.#panel.hasSession(request))) {
        response.writeHead(204, { 'cache-control': 'no-store' }).end();
        return;
      }
    }
    await this.#make(caller, request, response);
  }

  #takeSlot(caller: string): () => void {
    const free = this.#slots.take(caller);
    if (!free) throw unavailable();
    return free;
  }

  /** A slot is free once the page is made, also when its caller has gone before. */
  async #make(caller: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const free = this.#slots.take(caller);
    if (!free && !(await this.#panel.hasSession(request))) throw unavailable();
    const made = untilEnded(response);
    try {
      if (!response.destroyed) await Promise.race([this.#panel.handle(request, response), made]);
    } finally {
      free?.();
    }
  }
}
