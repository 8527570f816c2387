import { headers } from 'next/headers';
import { cache } from 'react';
import { calledOrigin } from '#server/http/called-origin.ts';
import { findClientPackage } from '#server/http/client-package.ts';
import { calledApplication, findMyCompanies } from '#server/panel-api/page-reads.ts';
import { getPanelCaller } from '#server/panel-api/panel-caller.ts';
import type { Reader } from './_content/blocks.ts';

async function listSteps(): Promise<Reader['steps']> {
  const companies = (await findMyCompanies())?.companies ?? [];
  const lists = await Promise.all(
    companies.map(async ({ name: company, slug }) => {
      const funnels = await (await getPanelCaller(slug)).steps.list();
      return funnels.flatMap(({ name: funnel, steps }) =>
        steps.map(({ id, name }) => ({ id, name, funnel, company })),
      );
    }),
  );
  return lists.flat();
}

/** The reader of the page being rendered: by host, and by session if there is one. */
export const getReader = cache(async (): Promise<Reader> => {
  const sent = await headers();
  const [application, steps] = await Promise.all([calledApplication(), listSteps()]);
  return {
    origin: calledOrigin({ headers: sent }),
    host: sent.get('host') ?? '',
    application: application?.name ?? 'Leadgate',
    stepId: steps[0]?.id ?? 'YOUR_STEP_ID',
    steps,
    clientIntegrity: findClientPackage()?.integrity,
  };
});
