import { headers } from 'next/headers';
import { cache } from 'react';
import { getRuntime } from '../runtime.ts';
import {
  listCompaniesOfUser,
  type MemberCompany,
} from '../services/companies/list-companies-of-user.ts';
import { createPanelContext, type PanelContext } from './panel-context.ts';
import { panelRouter } from './panel-router.ts';
import { panelServices } from './panel-services.ts';
import { createCallerFactory } from './panel-trpc.ts';

const createCaller = createCallerFactory(panelRouter);

export type PanelCaller = ReturnType<typeof createCaller>;

/** The context of the page being rendered, made once per request and company. */
export const getPanelContext = cache(
  async (companySlug: string): Promise<PanelContext> =>
    createPanelContext(panelServices(getRuntime()), await headers(), companySlug),
);

/** Calls the panel's procedures from a server component, as the signed-in user. */
export async function getPanelCaller(companySlug: string): Promise<PanelCaller> {
  return createCaller(await getPanelContext(companySlug));
}

interface UserOfCompanies {
  id: string;
  /** The oldest first. */
  companies: MemberCompany[];
}

/** The signed-in user, or undefined without a session. */
export async function findMyCompanies(): Promise<UserOfCompanies | undefined> {
  const session = await (await getPanelContext('')).findSession();
  if (!session) return undefined;

  const companies = await listCompaniesOfUser(getRuntime().panel.db, session);
  return { id: session.userId, companies };
}
