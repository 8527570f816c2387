import { openApiDocument } from '#server/public-api/openapi.ts';

/** The contract of the public API, for tools and people. Open to everybody. */
export function GET(request: Request): Response {
  const host = request.headers.get('host');
  const protocol = request.headers.get('x-forwarded-proto') ?? 'http';
  return Response.json(openApiDocument(`${protocol}://${host}`));
}
