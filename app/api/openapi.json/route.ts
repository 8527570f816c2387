import { openApiDocument } from '#server/public-api/openapi.ts';

/** The OpenAPI document of the public API. Needs no session or key. */
export function GET(request: Request): Response {
  const host = request.headers.get('host');
  const protocol = request.headers.get('x-forwarded-proto') ?? 'http';
  return Response.json(openApiDocument(`${protocol}://${host}`));
}
