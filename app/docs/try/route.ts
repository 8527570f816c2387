import { maxBodyBytes } from '#server/limits.ts';
import { tryLead } from '#server/public-api/diagnose/try-lead.ts';

/** What the body would become as a lead. Needs no key and stores nothing. */
export async function POST(request: Request): Promise<Response> {
  if (Number(request.headers.get('content-length') ?? Number.NaN) <= maxBodyBytes) {
    return Response.json(await tryLead({ bytes: await request.bytes() }));
  }
  return new Response(null, { status: 413 });
}
