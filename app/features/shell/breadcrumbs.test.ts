import { expect, it } from 'vitest';
import { screenOf } from './breadcrumbs.tsx';

const one = '0198a1b2-0000-7000-8000-000000000001';
const two = '0198a1b2-0000-7000-8000-000000000002';

it.each([
  ['/acme/funnels', { kind: 'funnels' }],
  [`/acme/funnels/${one}`, { kind: 'funnel', funnelId: one }],
  [`/acme/funnels/${one}/steps`, { kind: 'steps', funnelId: one }],
  [`/acme/funnels/${one}/junk`, { kind: 'unknown' }],
  [`/acme/funnels/${one}/steps/${two}`, { kind: 'step', funnelId: one, stepId: two }],
  ['/acme/leads', { kind: 'leads' }],
  [`/acme/leads/${one}`, { kind: 'lead', leadId: one }],
  ['/acme/settings/api-keys', { kind: 'apiKeys' }],
  [`/acme/settings/api-keys/${one}`, { kind: 'apiKey', keyId: one }],
  [`/acme/settings/api-keys/${one}/fields`, { kind: 'mapping', keyId: one }],
  ['/acme/settings/api-keys/junk', { kind: 'unknown' }],
  ['/acme/settings/inbound-addresses', { kind: 'inboundAddresses' }],
  [`/acme/settings/inbound-addresses/${one}`, { kind: 'inboundAddress', addressId: one }],
  [`/acme/settings/inbound-addresses/${one}/junk`, { kind: 'unknown' }],
  ['/acme/settings/self-test', { kind: 'selfTest' }],
  ['/acme/intake-log', { kind: 'intakeLog' }],
  [`/acme/intake-log/${one}`, { kind: 'logEntry' }],
  [`/acme/intake-log/replay/${one}`, { kind: 'replay', groupId: one }],
  ['/acme/intake-log/replay/junk', { kind: 'unknown' }],
  [`/acme/intake-log/${one}/junk`, { kind: 'unknown' }],
  ['/acme/integrate', { kind: 'integrate' }],
  ['/acme/integrate/junk', { kind: 'unknown' }],
  ['/acme/account', { kind: 'account' }],
  ['/acme/account/junk', { kind: 'unknown' }],
  ['/acme/settings/audit-log', { kind: 'auditLog' }],
  ['/acme/settings/company', { kind: 'company' }],
  ['/acme/settings/junk', { kind: 'unknown' }],
  ['/acme/funnels/junk', { kind: 'unknown' }],
  ['/acme', { kind: 'unknown' }],
])('finds the screen of %s', (pathname, screen) => {
  expect(screenOf(pathname)).toEqual(screen);
});
