import { router } from './panel-trpc.ts';
import { accountRouter } from './routers/account.ts';
import { apiKeysRouter } from './routers/api-keys.ts';
import { auditRouter } from './routers/audit.ts';
import { changesRouter } from './routers/changes.ts';
import { companiesRouter } from './routers/companies.ts';
import { comparisonRouter } from './routers/comparison.ts';
import { funnelsRouter } from './routers/funnels.ts';
import { inboundAddressesRouter } from './routers/inbound-addresses.ts';
import { intakeLogRouter } from './routers/intake-log.ts';
import { leadsRouter } from './routers/leads.ts';
import { membersRouter } from './routers/members.ts';
import { messageTemplatesRouter } from './routers/message-templates.ts';
import { notificationsRouter } from './routers/notifications.ts';
import { replaysRouter } from './routers/replays.ts';
import { reportsRouter } from './routers/reports.ts';
import { selfTestRouter } from './routers/self-test.ts';
import { sessionRouter } from './routers/session.ts';
import { stepsRouter } from './routers/steps.ts';
import { viewsRouter } from './routers/views.ts';

/** Everything the panel can ask for, reached with a session. */
export const panelRouter = router({
  session: sessionRouter,
  account: accountRouter,
  companies: companiesRouter,
  members: membersRouter,
  messageTemplates: messageTemplatesRouter,
  apiKeys: apiKeysRouter,
  inboundAddresses: inboundAddressesRouter,
  funnels: funnelsRouter,
  steps: stepsRouter,
  leads: leadsRouter,
  reports: reportsRouter,
  intakeLog: intakeLogRouter,
  replays: replaysRouter,
  comparison: comparisonRouter,
  views: viewsRouter,
  notifications: notificationsRouter,
  audit: auditRouter,
  selfTest: selfTestRouter,
  changes: changesRouter,
});

export type PanelRouter = typeof panelRouter;
