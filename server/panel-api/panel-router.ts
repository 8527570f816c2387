import { router } from './panel-trpc.ts';
import { accountRouter } from './routers/account.ts';
import { apiKeysRouter } from './routers/api-keys.ts';
import { auditRouter } from './routers/audit.ts';
import { changesRouter } from './routers/changes.ts';
import { companiesRouter } from './routers/companies.ts';
import { funnelsRouter } from './routers/funnels.ts';
import { leadsRouter } from './routers/leads.ts';
import { sessionRouter } from './routers/session.ts';
import { stepsRouter } from './routers/steps.ts';

/** Everything the panel can ask for, reached with a session. */
export const panelRouter = router({
  session: sessionRouter,
  account: accountRouter,
  companies: companiesRouter,
  apiKeys: apiKeysRouter,
  funnels: funnelsRouter,
  steps: stepsRouter,
  leads: leadsRouter,
  audit: auditRouter,
  changes: changesRouter,
});

export type PanelRouter = typeof panelRouter;
