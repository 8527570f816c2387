import { getRuntime } from '../runtime.ts';
import { answerPublicRequest } from './door.ts';
import type { PublicResponse } from './envelope.ts';
import { linger, maxBodyBytes, tooLarge } from './read-json.ts';

const declaredLength = (request: Request) =>
  Number(request.headers.get('content-length') ?? Number.NaN);

async function readBody(request: Request): Promise<Uint8Array> {
  if (declaredLength(request) > maxBodyBytes) throw tooLarge();

  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A body that nobody wants is not read on: the answer goes out, then the connection ends. */
function closing({ status, headers, body }: PublicResponse): Response {
  const slow = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(body));
      setTimeout(() => controller.close(), linger);
    },
  });
  return new Response(slow, { status, headers: { ...headers, connection: 'close' } });
}

/**
 * The public API behind a route handler, for hosts that only know Next. Nothing tells a true address
 * from a forged one there, so failed keys are not counted.
 */
export async function serveOverWeb(request: Request): Promise<Response> {
  let isRead = request.body === null || declaredLength(request) <= maxBodyBytes;
  const answer = await answerPublicRequest(getRuntime(), {
    method: request.method,
    path: new URL(request.url).pathname,
    host: request.headers.get('host') ?? '',
    address: () => undefined,
    // Whoever stands in front of Next tells: nobody else knows.
    isSecure: () => request.headers.get('x-forwarded-proto') === 'https',
    header: (name) => request.headers.get(name) ?? undefined,
    readBody: async () => {
      const body = await readBody(request);
      isRead = true;
      return body;
    },
  });

  if (!isRead) return closing(answer);
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}
