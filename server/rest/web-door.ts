import { getRuntime } from '../runtime.ts';
import { answerPublicRequest } from './door.ts';
import { maxBodyBytes, tooLarge } from './read-json.ts';

async function readBody(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length')) > maxBodyBytes) throw tooLarge();

  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The public API behind a route handler, for hosts that only know Next. Nothing tells a true address
 * from a forged one there, so failed keys are not counted.
 */
export async function serveOverWeb(request: Request): Promise<Response> {
  const answer = await answerPublicRequest(getRuntime(), {
    method: request.method,
    path: new URL(request.url).pathname,
    host: request.headers.get('host') ?? '',
    address: () => undefined,
    // Whoever stands in front of Next tells: nobody else knows.
    isSecure: () => request.headers.get('x-forwarded-proto') === 'https',
    header: (name) => request.headers.get(name) ?? undefined,
    readBody: () => readBody(request),
  });

  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}
