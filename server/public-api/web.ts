import { maxBodyBytes, refusedBodyLingerMs } from '../limits.ts';
import { getRuntime } from '../runtime.ts';
import { errors } from './contract.ts';
import { handle } from './handle.ts';
import { PublicError, type PublicResponse } from './response.ts';

const lengthOf = (request: Request) => Number(request.headers.get('content-length') ?? Number.NaN);

async function readBody(request: Request): Promise<Uint8Array> {
  if (lengthOf(request) > maxBodyBytes) throw new PublicError(errors.bodyTooLarge);

  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) throw new PublicError(errors.bodyTooLarge);
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

/**
 * The public API behind a route handler, for hosts that only know Next. A caller's address cannot be
 * verified there, so failed keys are not counted.
 */
export async function handleWebRequest(request: Request): Promise<Response> {
  let isRead = request.body === null || lengthOf(request) <= maxBodyBytes;
  const answer = await handle(getRuntime(), {
    method: request.method,
    path: new URL(request.url).pathname,
    host: request.headers.get('host') ?? '',
    address: () => undefined,
    // As the proxy in front of Next says.
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
