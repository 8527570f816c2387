import { cache } from 'react';
import { calledApplication as findCalledApplication } from '../auth/called-application.ts';
import { demoCredentials as listDemoCredentials } from '../auth/demo.ts';
import { getRuntime } from '../runtime.ts';
import { listCompaniesOfUser } from '../services/companies/list-companies-of-user.ts';
import { getPanelContext } from './panel-caller.ts';
import { guardCall } from './panel-trpc.ts';

/** What pages read without a procedure, run as a call of one, once for each request. */
const pageRead = <Result>(path: string, read: () => Promise<Result>) =>
  cache(async () => guardCall(await getPanelContext(''), path, read));

export const calledApplication = pageRead('page.calledApplication', findCalledApplication);
export const demoCredentials = pageRead('page.demoCredentials', listDemoCredentials);
export const getSession = pageRead('page.session', async () =>
  (await getPanelContext('')).findSession(),
);

/** The signed-in user with its companies, the oldest first; undefined without a session. */
export const findMyCompanies = pageRead('page.myCompanies', async () => {
  const session = await (await getPanelContext('')).findSession();
  if (!session) return undefined;

  const companies = await listCompaniesOfUser(getRuntime().panel.db, session);
  return { id: session.userId, companies };
});
