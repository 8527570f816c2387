import { calledOrigin } from './called-origin.ts';

/** Consoles of other origins load the documents. They hold no secret. */
const headers = { 'Access-Control-Allow-Origin': '*' };

/**
 * Serves a document of the public API, without a session or key.
 *
 * @param write makes it for the scheme and host that the caller reached us by
 */
export function publishDocument(
  request: Request,
  contentType: string,
  write: (origin: string) => string,
): Response {
  return new Response(write(calledOrigin(request)), {
    headers: { ...headers, 'Content-Type': contentType },
  });
}

/** Before a request with headers of its own, browsers ask. */
export function answerPreflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...headers,
      'Access-Control-Allow-Methods': 'GET',
      'Access-Control-Allow-Headers': '*',
    },
  });
}
