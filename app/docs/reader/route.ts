import { findSignedInReader } from '#app/features/docs/server.ts';

/** What the browser of a signed-in reader puts into the pages, which are the same for all. */
export async function GET(request: Request): Promise<Response> {
  const requestId = new URL(request.url).searchParams.get('request') ?? '';
  const reader = await findSignedInReader(requestId);
  const headers = { 'Cache-Control': 'no-store' };

  return reader ? Response.json(reader, { headers }) : new Response(null, { status: 204, headers });
}
