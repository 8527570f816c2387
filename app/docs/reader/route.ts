import { findSignedInReader } from '#app/features/docs/server.ts';

/** What the browser of a signed-in reader puts into the pages, which are the same for all. */
export async function GET(): Promise<Response> {
  const reader = await findSignedInReader();
  const headers = { 'Cache-Control': 'no-store' };

  return reader ? Response.json(reader, { headers }) : new Response(null, { status: 204, headers });
}
