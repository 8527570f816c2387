import { findMyCompanies } from '#server/panel-api/page-reads.ts';
import { getPanelCaller } from '#server/panel-api/panel-caller.ts';

export interface SignedInReader {
  /** Of all companies of the reader. */
  steps: { id: string; name: string; funnel: string; company: string }[];
}

async function listSteps(company: {
  name: string;
  slug: string;
}): Promise<SignedInReader['steps']> {
  const funnels = await (await getPanelCaller(company.slug)).steps.list();
  return funnels.flatMap(({ name: funnel, steps }) =>
    steps.map(({ id, name }) => ({ id, name, funnel, company: company.name })),
  );
}

/** What the browser of a signed-in reader puts into the pages, which are the same for all. */
export async function GET(): Promise<Response> {
  const user = await findMyCompanies();
  const headers = { 'Cache-Control': 'no-store' };
  if (!user) return new Response(null, { status: 204, headers });

  const steps = (await Promise.all(user.companies.map(listSteps))).flat();
  return Response.json({ steps } satisfies SignedInReader, { headers });
}
