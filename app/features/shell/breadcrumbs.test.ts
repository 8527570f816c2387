import { expect, it } from 'vitest';
import { screenOf } from './breadcrumbs.tsx';

const one = '0198a1b2-0000-7000-8000-000000000001';
const two = '0198a1b2-0000-7000-8000-000000000002';

it.each([
  ['/acme/to-do', 'toDo', []],
  ['/acme/funnels', 'funnels', []],
  [`/acme/funnels/${one}`, 'funnel', [one]],
  [`/acme/funnels/${one}/steps`, 'steps', [one]],
  [`/acme/funnels/${one}/junk`, 'unknown', [one]],
  [`/acme/funnels/${one}/steps/${two}`, 'step', [one, two]],
  ['/acme/leads', 'leads', []],
  [`/acme/leads/${one}`, 'lead', [one]],
  ['/acme/reports', 'reports', []],
  ['/acme/settings/api-keys', 'apiKeys', []],
  [`/acme/settings/api-keys/${one}`, 'apiKey', [one]],
  [`/acme/settings/api-keys/${one}/fields`, 'mapping', [one]],
  ['/acme/settings/api-keys/junk', 'unknown', []],
  ['/acme/settings/inbound-addresses', 'inboundAddresses', []],
  ['/acme/settings/message-templates', 'messageTemplates', []],
  [`/acme/settings/inbound-addresses/${one}`, 'inboundAddress', [one]],
  [`/acme/settings/inbound-addresses/${one}/junk`, 'unknown', [one]],
  ['/acme/settings/self-test', 'selfTest', []],
  ['/acme/intake-log', 'intakeLog', []],
  [`/acme/intake-log/${one}`, 'logEntry', [one]],
  [`/acme/intake-log/replay/${one}`, 'replay', [one]],
  ['/acme/intake-log/compare', 'compare', []],
  ['/acme/intake-log/replay/junk', 'unknown', []],
  [`/acme/intake-log/${one}/junk`, 'unknown', [one]],
  ['/acme/integrate', 'integrate', []],
  ['/acme/integrate/junk', 'unknown', []],
  ['/acme/account', 'account', []],
  ['/acme/account/junk', 'unknown', []],
  ['/acme/settings/audit-log', 'auditLog', []],
  ['/acme/settings/company', 'company', []],
  ['/acme/settings/junk', 'unknown', []],
  ['/acme/funnels/junk', 'unknown', []],
  ['/acme', 'unknown', []],
])('finds the screen of %s', (pathname, kind, ids) => {
  expect(screenOf(pathname)).toEqual({ kind, ids });
});
