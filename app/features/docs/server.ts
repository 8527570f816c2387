import { headers } from 'next/headers';
import { cache } from 'react';
import { calledOrigin } from '#server/http/called-origin.ts';
import { findClientPackage } from '#server/http/client-package.ts';
import { calledApplication, findMyCompanies } from '#server/panel-api/page-reads.ts';
import { getPanelCaller } from '#server/panel-api/panel-caller.ts';
import { findLogInput } from '#server/panel-api/schemas/intake-log.ts';
import type { Reader } from './content/blocks.ts';

/** Whom the page being rendered is for: the application of the host. Nothing in it is personal. */
export const getReader = cache(async (): Promise<Reader> => {
  const sent = await headers();
  const application = await calledApplication();
  return {
    origin: calledOrigin({ headers: sent }),
    host: sent.get('host') ?? '',
    application: application?.name ?? 'Leadgate',
    clientIntegrity: findClientPackage()?.integrity,
  };
});

export interface SignedInReader {
  /** Of all companies of the reader. */
  steps: { id: string; name: string; funnel: string; company: string }[];
  /** Of the intake logs of these companies, with the ID that was asked for. */
  requests: { path: string; message: string }[];
}

async function findRequests(
  { slug }: { slug: string },
  requestId: string,
): Promise<SignedInReader['requests']> {
  const entries = await (await getPanelCaller(slug)).intakeLog.find({ requestId });
  return entries.map(({ id, message }) => ({ path: `/${slug}/intake-log/${id}`, message }));
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

/**
 * @param requestId that the reader looks for; absent or malformed: none
 * @returns what is put into the pages for a signed-in reader, `undefined` without a session
 */
export async function findSignedInReader(requestId: string): Promise<SignedInReader | undefined> {
  const user = await findMyCompanies();
  if (!user) return undefined;

  const { success } = findLogInput.safeParse({ requestId });
  const [steps, requests] = await Promise.all([
    Promise.all(user.companies.map(listSteps)),
    Promise.all(success ? user.companies.map((company) => findRequests(company, requestId)) : []),
  ]);
  return { steps: steps.flat(), requests: requests.flat() };
}
