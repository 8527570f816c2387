import { headers } from 'next/headers';
import { cache } from 'react';
import { newId } from '#db/id.ts';
import { getRuntime } from '../runtime.ts';
import { createPanelContext, type PanelContext } from './panel-context.ts';
import { panelRouter } from './panel-router.ts';
import { panelServices } from './panel-services.ts';
import { createCallerFactory } from './panel-trpc.ts';

const createCaller = createCallerFactory(panelRouter);

export type PanelCaller = ReturnType<typeof createCaller>;

/**
 * The context of the page being rendered, made once per request and company. Its id is its own, because
 * Next obeys some digests of errors.
 */
export const getPanelContext = cache(
  async (companySlug: string): Promise<PanelContext> =>
    createPanelContext(panelServices(getRuntime()), await headers(), companySlug, newId()),
);

/** Calls the panel's procedures from a server component, as the signed-in user. */
export async function getPanelCaller(companySlug: string): Promise<PanelCaller> {
  return createCaller(await getPanelContext(companySlug));
}
