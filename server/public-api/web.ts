import { maxBodyBytes, refusedBodyLingerMs } from '../limits.ts';
import { getRuntime } from '../runtime.ts';
import { handle } from './handle.ts';
import type { BodyLimit } from './procedure.ts';
import { PublicError, type PublicResponse } from './response.ts';

const lengthOf = (request: Request) => Number(request.headers.get('content-length') ?? Number.NaN);

async function readBody(request: Request, limit: BodyLimit): Promise<Uint8Array> {
  if (lengthOf(request) > limit.bytes) throw new PublicError(limit.error);

  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit.bytes) throw new PublicError(limit.error);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A refused body is not read on: the answer is sent, then the connection ends. */
function closing({ status, headers, body }: PublicResponse): Response {
  const slow = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(body));
      setTimeout(() => controller.close(), refusedBodyLingerMs);
    },
  });
  return new Response(slow, { status, headers: { ...headers, connection: 'close' } });
}

/** Next destroys a connection whose answer fails before its first byte, and logs no `AbortError`. */
function cut(): Response {
  const error = new DOMException('The connection is cut, as X-Simulate asks for', 'AbortError');
  return new Response(new ReadableStream({ pull: (controller) => controller.error(error) }));
}

/**
 * The public API behind a route handler, for hosts that only know Next. A caller's address cannot be
 * verified there, so failed keys are not counted.
 */
export async function handleWebRequest(request: Request): Promise<Response> {
  let isRead = request.body === null || lengthOf(request) <= maxBodyBytes;
  const url = new URL(request.url);
  const answer = await handle(getRuntime(), {
    method: request.method,
    path: url.pathname,
    url: `${url.pathname}${url.search}`,
    host: request.headers.get('host') ?? '',
    address: () => undefined,
    // As the proxy in front of Next says.
    isSecure: () => request.headers.get('x-forwarded-proto') === 'https',
    header: (name) => request.headers.get(name) ?? undefined,
    readBody: async (limit) => {
      const body = await readBody(request, limit);
      isRead = true;
      return body;
    },
  });

  if (answer.isCut) return cut();
  if (!isRead) return closing(answer);
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}
