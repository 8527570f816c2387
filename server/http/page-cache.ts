import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import { join } from 'node:path';
import { duplexPair } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { presetNames, presetPage } from '#db/values/inbound-addresses.ts';
import { maxCachedPageBytes, pageMakingMs } from '../limits.ts';
import { unavailable } from '../public-api/response.ts';
import { renamedPaths } from './renamed-pages.ts';

/** Next, which makes pages. */
export type PanelHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const compress = promisify(gzip);

/** Each page of the documentation is a file of this folder, or of a form tool. */
const slugs = readdirSync(join(process.cwd(), 'app/features/docs/content'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.replace('.md', ''))
  .concat(presetNames.map(presetPage));

/** Addresses that say the same to all readers of an application. */
const cachedPaths = new Set([
  '/docs',
  '/docs/reference',
  '/docs/search',
  '/docs/search.json',
  '/llms.txt',
  '/robots.txt',
  ...slugs.flatMap((slug) => [`/docs/${slug}`, `/docs/${slug}.md`]),
]);

/** What the browser asks for the data of a signed-in reader. */
export const readerPath = '/docs/reader';
/** Takes the body of a request by POST. */
const triedPath = '/docs/try';

export const isCachedPath = (path: string) => cachedPaths.has(path);

/** Whether the documentation has no such address. With a slash at its end, Next leads to one without. */
export const isUnknownDocsPath = (path: string) =>
  path.startsWith('/docs/') &&
  !path.endsWith('/') &&
  path !== readerPath &&
  path !== triedPath &&
  !renamedPaths.some(({ from }) => from === path) &&
  !cachedPaths.has(path);

interface Page {
  headers: Record<string, string>;
  etag: string;
  body: Buffer;
  compressed: Buffer;
}

/** What the address of a page depends on. */
export interface PageAddress {
  application: { id: string; name: string };
  scheme: 'http' | 'https';
  host: string;
  path: string;
}

const hashSource = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Allows the inline code of a page by its hash instead of the nonce, which may be used for one answer
 * only. What did not have the nonce is not allowed.
 */
function withHashes(html: string, policy: string) {
  const [source = '', nonce = ''] = /'nonce-([\w+/=]+)'/.exec(policy) ?? [];
  if (!nonce) return { html, policy };

  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const [, tag, attributes = '', code = ''] of html.matchAll(
    /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g,
  )) {
    if (!attributes.includes(`nonce="${nonce}"`) || /\ssrc="/.test(attributes)) continue;
    hashes[tag === 'style' ? 'style' : 'script'].add(hashSource(code.replaceAll(nonce, '')));
  }
  const directives = policy.split('; ').map((directive) => {
    const allowed = directive.startsWith('script-src') ? hashes.script : hashes.style;
    return directive
      .replace(source, [...allowed].join(' '))
      .replaceAll(/ +/g, ' ')
      .trim();
  });
  return { html: html.replaceAll(nonce, ''), policy: directives.join('; ') };
}

/** Headers that hold for one answer, or that Node adds by itself. */
const ownHeaders = new Set([
  'cache-control',
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
  'vary',
]);

const cachedHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ownHeaders.has(name))
      .map(([name, value]) => [name, String(value).replaceAll(/; nonce="[^"]*"/g, '')]),
  );

/**
 * Public pages, made once for each application and address, and kept. A page is made by a request of
 * our own, without anything of the caller but host, scheme and path, so it holds nothing of a person.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, Page>({
    maxSize: maxCachedPageBytes,
    sizeCalculation: ({ body, compressed }) => body.byteLength + compressed.byteLength,
  });
  readonly #making = new Map<string, Promise<Page>>();
  readonly #server;

  /** @param handle makes a page */
  constructor(handle: PanelHandler) {
    this.#server = createServer(handle);
  }

  /**
   * @param takeSlot for a page that must be made
   * @throws PublicError
   */
  async serve(
    address: PageAddress,
    takeSlot: () => () => void,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { application, scheme, host, path } = address;
    const key = [application.id, application.name, scheme, host, path].join('\n');
    const page = this.#pages.get(key) ?? (await this.#makeOnce(key, address, takeSlot));
    sendPage(page, request, response);
  }

  #makeOnce(key: string, address: PageAddress, takeSlot: () => () => void): Promise<Page> {
    const pending = this.#making.get(key);
    if (pending) return pending;

    const free = takeSlot();
    const page = this.#make(address)
      .then((made) => {
        this.#pages.set(key, made);
        return made;
      })
      .finally(() => {
        this.#making.delete(key);
        free();
      });
    this.#making.set(key, page);
    return page;
  }

  async #make({ scheme, host, path }: PageAddress): Promise<Page> {
    const headers = { host, 'x-forwarded-host': host, 'x-forwarded-proto': scheme };
    const [near, far] = duplexPair();
    this.#server.emit('connection', far);
    const call = send({
      path,
      headers,
      createConnection: () => near,
      signal: AbortSignal.timeout(pageMakingMs),
    });
    const answered = once(call.end(), 'response');
    const [answer]: IncomingMessage[] = await answered;
    if (!answer) throw unavailable();
    const raw = await buffer(answer);
    if (answer.statusCode !== 200) throw unavailable();

    const sent = cachedHeaders(answer.headers);
    const { html, policy } = withHashes(raw.toString(), sent['content-security-policy'] ?? '');
    const body = Buffer.from(html);
    const etag = `W/"${createHash('sha256').update(body).digest('base64url')}"`;
    return {
      headers: {
        ...sent,
        ...(policy && { 'content-security-policy': policy }),
        etag,
        'cache-control': 'no-cache',
        vary: 'Accept-Encoding',
      },
      etag,
      body,
      compressed: await compress(body, { level: 9 }),
    };
  }
}

function sendPage(
  { headers, etag, body, compressed }: Page,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (request.headers['if-none-match']?.includes(etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(
    request.headers['accept-encoding'] ?? '',
  );
  const content = takesGzip ? compressed : body;
  response.writeHead(200, {
    ...headers,
    ...(takesGzip && { 'content-encoding': 'gzip' }),
    'content-length': content.byteLength,
  });
  response.end(request.method === 'HEAD' ? undefined : content);
}
