import { openApiDocument } from '#server/public-api/openapi.ts';

/** Consoles of other origins load the document. It holds no secret. */
const headers = { 'Access-Control-Allow-Origin': '*' };

/** The OpenAPI document of the public API. Needs no session or key. */
export function GET(request: Request): Response {
  const host = request.headers.get('host');
  const protocol = request.headers.get('x-forwarded-proto') ?? 'http';
  return Response.json(openApiDocument(`${protocol}://${host}`), { headers });
}

/** Before a request with headers of its own, browsers ask. */
export function OPTIONS(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...headers,
      'Access-Control-Allow-Methods': 'GET',
      'Access-Control-Allow-Headers': '*',
    },
  });
}
