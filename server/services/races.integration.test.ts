import { beforeEach, expect, test } from 'vitest';
import { createUser } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import { apiKeysPerCompany, funnelsPerCompany, stepsPerFunnel } from '#db/values/limits.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import { keyPepper } from '#server/testing/secrets.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from './actor.ts';
import { createApiKey } from './api-keys/create-api-key.ts';
import { LimitReachedError } from './errors.ts';
import { createFunnel } from './funnels/create-funnel.ts';
import { reorderFunnels } from './funnels/reorder-funnels.ts';
import { restoreFunnel } from './funnels/restore-funnel.ts';
import { createStep } from './steps/create-step.ts';
import { setRole } from './users/set-role.ts';

const base = withTestDatabase();
const commandLine = { kind: 'system', name: 'Command line' } as const;

let actor: UserActor;
let tenant: FullTenant;

beforeEach(async () => {
  ({ actor, tenant } = await createTenants(base.db, 'admin'));
});

/** How many of ten at once succeed. The others must fail for the limit. */
async function winners(act: () => Promise<unknown>): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, act));
  const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  for (const reason of reasons) expect(reason).toBeInstanceOf(LimitReachedError);

  return outcomes.length - reasons.length;
}

test('keys created at once stay within the limit of the company', async () => {
  const { companyId } = tenant;
  await base.sql`
    insert into api_keys (company_id, id, name, secret_hash, prefix, last4, permissions)
    select ${companyId}, gen_random_uuid(), 'k' || i, sha256((${companyId} || i)::bytea),
      'lk_0000', '0000', '{}'
    from generate_series(1, ${apiKeysPerCompany - 4}) i`;
  const settings = { name: 'A', permissions: [], expiresAt: null, funnelIds: [], stepIds: [] };

  expect(await winners(() => createApiKey(base.db, actor, settings, { keyPepper }))).toBe(2);
});

test('funnels created and restored at once stay within the limit, each at its own position', async () => {
  const { companyId, funnel } = tenant;
  await base.sql`
    insert into funnels (company_id, id, name, position)
    select ${companyId}, gen_random_uuid(), 'f' || i, i
    from generate_series(1, ${funnelsPerCompany - 3}) i`;
  await base.sql`update funnels set archived_at = now() where id = ${funnel.id}`;
  const [created] = await Promise.all([
    winners(() => createFunnel(base.db, actor, { name: 'A', steps: [] })),
    restoreFunnel(base.db, actor, funnel).catch(() => {}),
  ]);
  const [found] = await base.sql`
    select count(*)::int as funnels, count(distinct position)::int as positions
    from funnels where company_id = ${companyId} and archived_at is null`;

  expect(created).toBeGreaterThan(1);
  expect(found).toEqual({ funnels: funnelsPerCompany, positions: funnelsPerCompany });
});

test('steps created at once stay within the limit of the funnel, each at its own position', async () => {
  const { companyId, funnel } = tenant;
  await base.sql`
    insert into steps (company_id, id, funnel_id, name, position)
    select ${companyId}, gen_random_uuid(), ${funnel.id}, 's' || i, i + 1
    from generate_series(1, ${stepsPerFunnel - 5}) i`;

  expect(await winners(() => createStep(base.db, actor, { funnelId: funnel.id, name: 'A' }))).toBe(
    3,
  );
  const [found] = await base.sql`
    select count(distinct position)::int as positions from steps where funnel_id = ${funnel.id}`;
  expect(found?.positions).toBe(stepsPerFunnel);
});

test('of two orders at once one is stored, not a mixture', async () => {
  for (const name of ['B', 'C', 'D', 'E']) await createFunnel(base.db, actor, { name, steps: [] });
  const stored = () => base.sql<{ id: string }[]>`
    select id from funnels where company_id = ${tenant.companyId} order by position`;
  const ids = (await stored()).map(({ id }) => id);
  const orders = [ids.toReversed(), [...ids.slice(2), ...ids.slice(0, 2)]];
  await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      reorderFunnels(base.db, actor, { ids: orders[n % 2] ?? [] }),
    ),
  );

  expect(orders).toContainEqual((await stored()).map(({ id }) => id));
});

test('of two roles given at once to a new member one adds, and the other changes', async () => {
  const { applicationId } = actor;
  const { email } = await createUser(base.db, { applicationId, passwordHash: 'none' });
  const companySlug = tenant.company.slug;
  await Promise.all(
    (['viewer', 'agent'] as const).map((role) =>
      setRole(base.db, commandLine, { email, companySlug, role }),
    ),
  );

  const entries = await readAuditLog(base, tenant.companyId);
  const actions = entries.map(({ action }) => action).sort();
  expect(actions).toEqual(['members.add', 'members.changeRole']);
});
