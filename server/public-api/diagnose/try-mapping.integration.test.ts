import { beforeEach, describe, expect, test } from 'vitest';
import { addLogEntry } from '#db/factories/intake-log.ts';
import { withTestDatabase } from '#db/testing.ts';
import type { FieldRule } from '#db/values/field-mapping.ts';
import { bodySeal } from '#server/testing/secrets.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../../services/actor.ts';
import { NotFoundError } from '../../services/errors.ts';
import { listSentPaths } from './list-sent-paths.ts';
import { tryMapping } from './try-mapping.ts';

const base = withTestDatabase();
const dependencies = { bodySeal };
const began = Date.now() - 60_000;

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;
beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'admin'));
});

type Given = Partial<Parameters<typeof addLogEntry>[1]>;

/** A request of the key so many seconds after the first, with its body. */
async function send(second: number, body: unknown, given: Given = {}) {
  const { companyId } = tenant;
  const { id, leadId } = await addLogEntry(base.db, {
    ...{ companyId, apiKeyId: tenant.key.id, stepId: tenant.stepId },
    at: new Date(began + second * 1_000),
    body: 'stored',
    ...given,
  });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const sealed = bodySeal.seal(Buffer.from(text), { companyId, id });
  await base.sql`
    insert into request_bodies (company_id, subject_id, id, sealed)
    values (${companyId}, ${leadId ?? id}, ${id}, ${sealed})`;
  return id;
}

const list = (by = actor, id = tenant.key.id) => listSentPaths(base.db, by, { id }, dependencies);
const attempt = (
  rules: FieldRule[],
  comesFrom: Parameters<typeof tryMapping>[2]['comesFrom'] = null,
) => tryMapping(base.db, actor, { id: tenant.key.id, rules, comesFrom }, dependencies);
const phone: FieldRule = { path: ['data', 'tel'], field: 'phones' };

describe('the paths that came', () => {
  test('have their last values, what their names make of these and how often they came', async () => {
    await send(0, { name: 'Ana', data: { tel: 1, plan: 'old' } });
    await send(1, '{"data": {"tel": 12345678901234567890}, "nome": "Bia", "x": ["a", null]}');

    expect(await list()).toEqual({
      requests: 2,
      paths: [
        { path: ['data', 'tel'], lastValue: '12345678901234567890', known: null, requests: 2 },
        { path: ['nome'], lastValue: 'Bia', known: 'name', requests: 1 },
        { path: ['x'], lastValue: '["a",null]', known: null, requests: 1 },
        { path: ['name'], lastValue: 'Ana', known: 'name', requests: 1 },
        { path: ['data', 'plan'], lastValue: 'old', known: null, requests: 1 },
      ],
      proposed: [],
    });
  });

  test('are those of the last ten bodies that are objects', async () => {
    for (let second = 0; second < 11; second += 1) await send(second, { [`f${second}`]: 1 });
    await send(11, '[]');
    await send(12, '{"name": "broken');
    await send(13, 'name=Ana', { status: 415 });
    const { requests, paths } = await list();
    expect(requests).toBe(8);
    expect(paths.map(({ path }) => path[0])).toEqual(
      Array.from({ length: 8 }, (_, n) => `f${10 - n}`),
    );
  });

  test('are those of a named request and of others like it', async () => {
    const group = { cause: 'name: is required' };
    const named = await send(0, { old: 'x' }, group);
    for (let second = 1; second < 11; second += 1) await send(second, { [`f${second}`]: 1 }, group);
    await send(12, { other: 1 }, { cause: 'another' });
    const { paths } = await listSentPaths(
      base.db,
      actor,
      { id: tenant.key.id, entryId: named },
      dependencies,
    );
    expect(paths.map(({ path }) => path[0])).toEqual([
      'old',
      ...Array.from({ length: 9 }, (_, n) => `f${10 - n}`),
    ]);
  });

  test('are not those of a masked body', async () => {
    await send(0, { nomen: 'Ana' });
    const agent: UserActor = { ...actor, role: 'agent', sees: 'own' };
    expect(await list(agent)).toEqual({ requests: 0, paths: [], proposed: [] });
  });

  test('have rules proposed for those of which no lead is made', async () => {
    const leads = { path: ['lead', 'nome'], field: 'name' } as const;
    await base.sql`
      insert into key_mappings (company_id, api_key_id, version, rules)
      values (${tenant.companyId}, ${tenant.key.id}, 1, ${JSON.stringify([leads])}::jsonb)`;
    await send(0, { lead: { nome: 'Ana Lima', fone: '11 98765-4321' } });
    expect(await list()).toMatchObject({ proposed: [] });

    await send(1, { lead: { cliente: 'Bia Souza', fone: '11 98765-4321' } });
    expect(await list()).toMatchObject({
      proposed: [
        { path: ['lead', 'cliente'], field: 'name' },
        { path: ['lead', 'fone'], field: 'phones' },
      ],
    });
  });

  test("are not shown of another company's key", async () => {
    await expect(list(actor, foreign.key.id)).rejects.toThrow(NotFoundError);
  });
});

describe('a trial', () => {
  test('says what each of the last requests would become, and stores nothing', async () => {
    await base.sql`update companies set country = 'BR' where id = ${tenant.companyId}`;
    const broken = await send(0, '{"a": 1');
    const nested = await send(1, { data: { tel: '11 98765-4321' }, gclid: 'x' });
    const tiktok = { source: 'tiktok', medium: 'paid_social', channel: 'paid_social' };

    expect(await attempt([phone], tiktok)).toMatchObject([
      {
        sent: { id: nested, status: 400 },
        becomes: {
          status: 201,
          fields: { name: '5511987654321', phones: ['5511987654321'] },
          ...tiktok,
          reason: { rule: 'Set on the API key' },
        },
      },
      {
        sent: { id: broken },
        becomes: { status: 400, error: expect.stringContaining('valid JSON') },
      },
    ]);
    expect(await attempt([])).toMatchObject([
      { becomes: { status: 400, error: expect.stringContaining('name: is required') } },
      {},
    ]);
  });

  test('has no request when none is stored', async () => {
    expect(await attempt([phone])).toEqual([]);
  });
});

describe('a pasted body', () => {
  const pasted = '{"data": {"tel": "+351 912 345 678"}}';

  test('comes before what was sent, and is tried first', async () => {
    const sent = await send(0, { data: { tel: 1 } });
    const query = { id: tenant.key.id, pasted };

    expect(await listSentPaths(base.db, actor, query, dependencies)).toEqual({
      requests: 2,
      paths: [{ path: ['data', 'tel'], lastValue: '+351 912 345 678', known: null, requests: 2 }],
      proposed: [phone],
    });
    const mapping = { ...query, rules: [phone], comesFrom: null };
    expect(await tryMapping(base.db, actor, mapping, dependencies)).toMatchObject([
      { sent: null, becomes: { status: 201, fields: { phones: ['351912345678'] } } },
      { sent: { id: sent }, becomes: { status: 400 } },
    ]);
  });
});
