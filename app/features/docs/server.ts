import { headers } from 'next/headers';
import { cache } from 'react';
import { calledOrigin } from '#server/http/called-origin.ts';
import { findClientPackage } from '#server/http/client-package.ts';
import { calledApplication, findMyCompanies } from '#server/panel-api/page-reads.ts';
import { getPanelCaller } from '#server/panel-api/panel-caller.ts';
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

/** @returns what is put into the pages for a signed-in reader, `undefined` without a session */
export async function findSignedInReader(): Promise<SignedInReader | undefined> {
  const user = await findMyCompanies();

  return user && { steps: (await Promise.all(user.companies.map(listSteps))).flat() };
}
