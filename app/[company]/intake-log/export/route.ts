import { handleLogExport } from '#server/panel-api/handle-export.ts';

interface Context {
  params: Promise<{ company: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return handleLogExport(request, (await params).company);
}

/** Next would run `GET` for it. */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { Allow: 'GET' } });
}
