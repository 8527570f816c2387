import { describe, expect, test } from 'vitest';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { selfTestKeys } from '#db/values/self-test.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import { keyPepper } from '#server/testing/secrets.ts';
import { createTenants } from '#server/testing/tenant.ts';
import { listApiKeys } from '../api-keys/list-api-keys.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { finishSelfTest } from './finish-self-test.ts';
import { prepareSelfTest } from './prepare-self-test.ts';

const base = withTestDatabase();

async function prepared() {
  const { actor, tenant, foreign } = await createTenants(base.db, 'admin');
  const prepare = () => prepareSelfTest(base.db, actor, { keyPepper });
  const finish = (keyIds: string[]) => finishSelfTest(base.db, actor, { keyIds });
  const listed = async () => (await listApiKeys(base.db, actor, { filter: 'all' })).items;
  return { actor, tenant, foreign, prepare, finish, listed, before: await listed() };
}

describe('prepareSelfTest', () => {
  test('creates test keys in the states that the requests need', async () => {
    const { tenant, prepare, listed } = await prepared();
    const { stepId, funnelId, keyIds } = await prepare();
    expect(funnelId).toBe(tenant.funnel.id);
    expect([tenant.step.id, tenant.otherStep.id]).toContain(stepId);

    const all = await listed();
    const [full, limited, inactive, expired] = keyIds.map((id) => all.find((k) => k.id === id));
    expect([full, limited, inactive, expired].map((key) => key?.kind)).toEqual(
      Array(4).fill('rehearsal'),
    );
    expect([full?.status, full?.permissions]).toEqual([
      'expiresSoon',
      ['leads:create', 'leads:read'],
    ]);
    expect([limited?.permissions, limited?.steps.map(({ id }) => id)]).toEqual([
      ['leads:create'],
      [[tenant.step.id, tenant.otherStep.id].find((id) => id !== stepId)],
    ]);
    expect(inactive?.status).toBe('inactive');
    expect(Number(expired?.expiresAt) - Number(expired?.createdAt)).toBeLessThanOrEqual(1_000);
  });

  test('with one step, the limited key may do nothing', async () => {
    const { tenant, prepare, listed } = await prepared();
    await base.sql`update steps set archived_at = now() where id = ${tenant.otherStep.id}`;
    const { keyIds } = await prepare();
    const limited = (await listed()).find(({ id }) => id === keyIds[1]);
    expect([limited?.permissions, limited?.steps]).toEqual([[], []]);
  });

  test('is refused without a step', async () => {
    const { tenant, prepare, listed, before } = await prepared();
    await base.sql`update funnels set archived_at = now() where id = ${tenant.funnel.id}`;
    await expect(prepare()).rejects.toThrow(ConflictError);
    expect(await listed()).toEqual(before);
  });

  test('removes what a self-test has left behind, and no other key', async () => {
    const { tenant, prepare, listed } = await prepared();
    const past = new Date(Date.now() - 3_600_000);
    const name = selfTestKeys.full;
    const old = { name, kind: 'rehearsal', createdAt: past, expiresAt: past } as const;
    const left = await tenant.newKey(old);
    const kept = [
      await tenant.newKey({ ...old, kind: 'live' }),
      await tenant.newKey({ ...old, name: 'Mine' }),
      await tenant.newKey({ ...old, createdAt: new Date(past.getTime() - 86_400_000) }),
      await tenant.newKey({ ...old, expiresAt: new Date(Date.now() + 60_000) }),
      await tenant.newKey({ ...old, createdAt: new Date() }),
    ];
    await prepare();
    const ids = (await listed()).map(({ id }) => id);
    expect(ids).not.toContain(left.id);
    expect(ids).toEqual(expect.arrayContaining(kept.map(({ id }) => id)));
  });
});

describe('finishSelfTest', () => {
  test('deletes the keys and their tests, and no other lead', async () => {
    const { tenant, prepare, finish, listed, before } = await prepared();
    const { companyId, key, step, otherStep } = tenant;
    const { keyIds } = await prepare();
    const [apiKeyId = ''] = keyIds;
    const test = { companyId, apiKeyId, origin: 'test' as const };
    const gone = [
      await createLead(base.db, { ...test, stepId: step.id }),
      await createLead(base.db, { ...test, stepId: otherStep.id }),
    ];
    const other = await createLead(base.db, { ...test, stepId: step.id, apiKeyId: key.id });
    await finish(keyIds);

    expect(await listed()).toEqual(before);
    const rows = await base.sql`select id from leads where company_id = ${companyId}`;
    const ids = rows.map(({ id }) => id);
    expect(ids).toContain(other.id);
    for (const { id } of gone) expect(ids).not.toContain(id);
  });

  test('is in the audit log like other changes of keys', async () => {
    const { tenant, prepare, finish } = await prepared();
    await finish((await prepare()).keyIds);
    const entries = await readAuditLog(base, tenant.companyId);
    const actions = (action: string) => entries.filter((entry) => entry.action === action).length;
    expect([
      actions('apiKeys.create'),
      actions('apiKeys.deactivate'),
      actions('apiKeys.delete'),
      entries.length,
    ]).toEqual([4, 4, 4, 12]);
  });

  test('changes nothing with a key of no self-test, or of another company', async () => {
    const { tenant, foreign, prepare, finish, listed } = await prepared();
    const { keyIds } = await prepare();
    const at = new Date();
    const tenMinutes = { createdAt: at, expiresAt: new Date(at.getTime() + 600_000) };
    const others = [
      tenant.key,
      await tenant.newKey({ ...tenMinutes, kind: 'live', name: selfTestKeys.full }),
      await tenant.newKey({ ...tenMinutes, kind: 'rehearsal', name: 'n8n, trying' }),
      await tenant.newKey({ kind: 'rehearsal', name: selfTestKeys.full }),
    ];
    // The last one of a self-test expires after a second.
    const expired = async () => (await listed()).find(({ id }) => id === keyIds.at(-1))?.status;
    await expect.poll(expired).toBe('expired');
    const before = await listed();
    for (const { id } of others) {
      await expect(finish([...keyIds, id])).rejects.toThrow(ConflictError);
    }
    await expect(finish([...keyIds, foreign.key.id])).rejects.toThrow(NotFoundError);
    expect(await listed()).toEqual(before);
  });
});
