import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { archiveStep } from '#server/services/steps/archive-step.ts';
import { failed, leadOf } from '#server/testing/contract.ts';
import { type Answer, send } from '#server/testing/http-client.ts';
import { expectLeadsConsistent } from '#server/testing/ledger.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';
import { startLeadgate } from '#server/testing/start-leadgate.ts';
import type { Tenant } from '#server/testing/tenant.ts';

const intake = withServedIntake(2);

interface Creation {
  key?: string;
  body?: object;
  stepId?: string;
  /** Which of the processes. */
  at?: number;
  secret?: string;
}

const create = (tenant: Tenant, creation: Creation) =>
  createAt(intake.ports[creation.at ?? 0] ?? 0, tenant, creation);

/** Sends it again while the way to the database is being mended. */
async function createPatiently(tenant: Tenant, creation: Creation): Promise<Answer> {
  for (;;) {
    const answer = await create(tenant, creation);
    if (answer.status !== 503) return answer;
    await sleep(100);
  }
}

function createAt(port: number, tenant: Tenant, { key, body, stepId, secret }: Creation) {
  return send(port, {
    path: `/api/leads/public/${stepId ?? tenant.stepId}`,
    headers: {
      host: tenant.host,
      'x-api-key': secret ?? tenant.secret,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body ?? { name: 'Maria', phones: ['+55 11 98765-4321'] }),
  });
}

const storedOf = async ({ companyId }: Tenant) =>
  (await intake.database.sql`select id from leads where company_id = ${companyId}`).map(
    ({ id }) => id as string,
  );

const replayedOf = ({ headers }: Answer) => headers['idempotent-replayed'];

describe('check 25: the same Idempotency-Key', () => {
  it('and body give the same answer and one row, on every instance', async () => {
    const { tenant } = await intake.newTenant();
    const key = randomUUID();
    const first = await create(tenant, { key });
    const again = await create(tenant, { key, at: 1 });
    const quoted = await create(tenant, { key: `"${key}"` });

    expect([first.status, replayedOf(first)]).toEqual([201, undefined]);
    for (const { status, text, headers } of [again, quoted]) {
      expect([status, text]).toEqual([201, first.text]);
      expect(headers['idempotent-replayed']).toBe('true');
    }
    expect(await storedOf(tenant)).toEqual([leadOf(first).id]);
  });

  it('still gives that answer when the lead and its step have changed since', async () => {
    const { sql, db } = intake.database;
    const { tenant } = await intake.newTenant();
    const first = await create(tenant, { key: 'k' });
    await sql`update leads set status = 'lost', priority = 'high' where id = ${leadOf(first).id ?? ''}`;
    await archiveStep(db, tenant.system, { id: tenant.stepId });
    await expect.poll(async () => (await create(tenant, {})).status).toBe(404);

    const again = await create(tenant, { key: 'k' });
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  it('with another body or step gives 422 and stores nothing', async () => {
    const { tenant } = await intake.newTenant();
    const first = await create(tenant, { key: 'k' });
    const others = [
      await create(tenant, { key: 'k', body: { name: 'Ana' } }),
      await create(tenant, { key: 'k', body: { name: 'Ana', lead_id: '7' }, at: 1 }),
      await create(tenant, { key: 'k', stepId: (await tenant.newStep()).id }),
    ];

    for (const { status, json } of others) {
      expect(status).toBe(422);
      expect(json).toEqual(failed('Idempotency-Key was already used with another step or body'));
    }
    expect(await storedOf(tenant)).toEqual([leadOf(first).id]);
    expect((await create(tenant, { body: { name: 'Ana', lead_id: '7' } })).status).toBe(201);
  });

  it('100 at once over two instances store one row; what is still under way is told to wait', async () => {
    const { tenant } = await intake.newTenant();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => create(tenant, { key: 'k', at: n % 2 })),
    );

    const [id, ...more] = await storedOf(tenant);
    expect(more).toEqual([]);
    const created = answers.filter(({ status }) => status === 201);
    expect(created.filter((answer) => !replayedOf(answer))).toHaveLength(1);
    expect(new Set(created.map((answer) => leadOf(answer).id))).toEqual(new Set([id]));
    for (const { status, json, headers } of answers.filter(({ status }) => status !== 201)) {
      expect([status, headers['retry-after']]).toEqual([409, '1']);
      expect(json).toEqual(failed('A request with this Idempotency-Key is being processed'));
    }
    await expectLeadsConsistent(intake.database.sql, tenant.companyId);
  });

  it('is independent in two companies', async () => {
    const one = await intake.newTenant();
    const other = await intake.newTenant();
    const first = await create(one.tenant, { key: 'k' });
    const second = await create(other.tenant, { key: 'k', body: { name: 'Ana' } });

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await storedOf(other.tenant)).toEqual([leadOf(second).id]);
  });

  it('is free again after 24 hours', async () => {
    const { sql } = intake.database;
    const { tenant } = await intake.newTenant();
    const first = await create(tenant, { key: 'k' });
    await sql`update idempotency_keys set expires_at = now() - interval '1 second'
      where company_id = ${tenant.companyId}`;
    const later = await create(tenant, { key: 'k', body: { name: 'Ana' } });

    expect([later.status, replayedOf(later)]).toEqual([201, undefined]);
    expect(await storedOf(tenant)).toEqual([leadOf(first).id, leadOf(later).id]);
    expect((await create(tenant, { key: 'k', body: { name: 'Ana' }, at: 1 })).text).toBe(
      later.text,
    );
  });

  it.each([
    ['too long', 'k'.repeat(256)],
    ['with a space', 'a b'],
    ['quoted and empty', '""'],
    ['half quoted', '"a'],
    ['half of a surrogate pair', '\u00ed\u00a0\u0080'],
  ])('that is %s is refused by its name, together with all else', async (_, key) => {
    const { tenant } = await intake.newTenant();
    const { status, json } = await create(tenant, { key, body: {} });

    const problem = 'Idempotency-Key: must hold 1 to 255 visible ASCII characters, quoted or bare';
    expect([status, json]).toEqual([400, failed(`${problem}; name: is required`)]);
  });
});

describe('check 27: the same external id', () => {
  const facebook = { name: 'Maria', phones: ['5511987654321'], lead_id: '17', form_id: '3' };

  it('and content, 50 at once over two instances: one row, 50 times 201', async () => {
    const { tenant } = await intake.newTenant();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => create(tenant, { body: facebook, at: n % 2 })),
    );

    const [id, ...more] = await storedOf(tenant);
    expect(more).toEqual([]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(leadOf(answers[0] as Answer).id).toBe(id);
    expect(answers.filter((answer) => !replayedOf(answer))).toHaveLength(1);
    await expectLeadsConsistent(intake.database.sql, tenant.companyId);
  });

  it.each([
    ['name', { ...facebook, name: 'Ana' }],
    ['phones', { ...facebook, phones: [] }],
    ['external id', { ...facebook, lead_id: '18' }],
  ])('but another %s is another lead', async (_, body) => {
    const { tenant } = await intake.newTenant();
    const first = await create(tenant, { body: facebook });
    const other = await create(tenant, { body, at: 1 });

    expect([other.status, replayedOf(other)]).toEqual([201, undefined]);
    expect(await storedOf(tenant)).toEqual([leadOf(first).id, leadOf(other).id]);
  });

  it('in another step is another lead; without one, every request is', async () => {
    const { tenant } = await intake.newTenant();
    await create(tenant, { body: facebook });
    await create(tenant, { body: facebook, stepId: (await tenant.newStep()).id });
    await create(tenant, {});
    await create(tenant, {});

    expect(await storedOf(tenant)).toHaveLength(4);
  });

  it('is known from a lead that came with an Idempotency-Key, and the other way round', async () => {
    const { tenant } = await intake.newTenant();
    const keyed = await create(tenant, { key: 'k', body: facebook });
    const retry = await create(tenant, { body: facebook, at: 1 });
    expect([retry.text, replayedOf(retry)]).toEqual([keyed.text, 'true']);

    const deliberate = await create(tenant, { key: 'another', body: facebook });
    expect([deliberate.status, replayedOf(deliberate)]).toEqual([201, undefined]);
    expect(await storedOf(tenant)).toHaveLength(2);
  });
});

describe('check 26: the reply to the commit is lost', () => {
  const facebook = { name: 'Maria', lead_id: '17' };

  it.each<[string, Creation, Creation]>([
    ['an Idempotency-Key', { key: 'k' }, { key: 'other' }],
    ['an external id', { body: facebook }, { body: { ...facebook, name: 'Ana' } }],
  ])(
    'the connection dies before its reply: 503, and the retry with %s finds the lead',
    async (_, creation, earlier) => {
      const { tenant } = await intake.newTenant();
      expect((await createPatiently(tenant, earlier)).status).toBe(201);

      intake.proxy.loseAnswers(
        (application, statement) => application === 'leadgate intake' && statement === 'commit',
      );
      const unheard = await create(tenant, creation);
      expect(unheard.status).toBe(503);
      expect(unheard.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      intake.proxy.loseAnswers(() => false);
      expect(await storedOf(tenant)).toHaveLength(2);

      for (const at of [1, 0]) {
        const retry = await createPatiently(tenant, { ...creation, at });
        expect([retry.status, replayedOf(retry)]).toEqual([201, 'true']);
        expect(leadOf(retry).id).toBe((await storedOf(tenant)).at(-1));
      }
      expect(await storedOf(tenant)).toHaveLength(2);
      await expectLeadsConsistent(intake.database.sql, tenant.companyId);
    },
  );

  it('the process is killed under load: every request, sent again, has one lead', async () => {
    const { url } = intake.database;
    const { tenant } = await intake.newTenant();
    const keys = Array.from({ length: 400 }, () => randomUUID());
    const server = await startLeadgate({ databaseUrl: url }).ready;
    expect((await createAt(server.port, tenant, {})).status).toBe(201);

    const unheard: string[] = [];
    const requests = keys.map(async (key) => {
      const answer = await createAt(server.port, tenant, { key }).catch(() => undefined);
      if (answer?.status !== 201) unheard.push(key);
    });
    await expect
      .poll(async () => (await storedOf(tenant)).length, { interval: 1, timeout: 10_000 })
      .toBeGreaterThan(40);
    await server.kill();
    await Promise.all(requests);

    const again = [];
    for (const key of keys) again.push(await createPatiently(tenant, { key }));
    expect(again.map(({ status }) => status)).toEqual(keys.map(() => 201));
    expect(await storedOf(tenant)).toHaveLength(keys.length + 1);
    expect(unheard.length).toBeGreaterThan(0);
    await expectLeadsConsistent(intake.database.sql, tenant.companyId);
  });
});

it('check 28: 400, 401, 404 and 503 do not use up the key', async () => {
  const { sql } = intake.database;
  const { tenant } = await intake.newTenant();
  const tries = [
    await create(tenant, { key: 'k', body: {} }),
    await create(tenant, { key: 'k', secret: 'lk_wrong' }),
    await create(tenant, { key: 'k', stepId: randomUUID() }),
  ];
  expect(tries.map(({ status }) => status)).toEqual([400, 401, 404]);

  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'leadgate intake' and datname = current_database()`;
  intake.proxy.hold(() => true);
  expect((await create(tenant, { key: 'k' })).status).toBe(503);
  intake.proxy.letGo();
  await expect
    .poll(async () => (await create(tenant, { key: 'k' })).status, { timeout: 20_000 })
    .toBe(201);
  expect(await storedOf(tenant)).toHaveLength(1);
});
