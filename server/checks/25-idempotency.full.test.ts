import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { archiveStep } from '#server/services/steps/archive-step.ts';
import { failed, leadOf } from '#server/testing/contract.ts';
import {
  type Creation,
  createLeadAt,
  replayedOf,
  storedLeads,
} from '#server/testing/create-lead.ts';
import type { Answer } from '#server/testing/http-client.ts';
import { expectLeadsConsistent } from '#server/testing/ledger.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';
import { startLeadgate } from '#server/testing/start-leadgate.ts';
import type { Tenant } from '#server/testing/tenant.ts';

const intake = withServedIntake(2);

/** @param at which of the processes */
const create = (tenant: Tenant, { at = 0, ...creation }: Creation & { at?: number }) =>
  createLeadAt(intake.ports[at] ?? 0, tenant, creation);

/** Sends it again while the way to the database is being mended. */
async function createPatiently(
  tenant: Tenant,
  creation: Parameters<typeof create>[1],
): Promise<Answer> {
  for (;;) {
    const answer = await create(tenant, creation);
    if (answer.status !== 503) return answer;
    await sleep(100);
  }
}

const storedOf = (tenant: Tenant) => storedLeads(intake.database.sql, tenant);

describe('check 25: the same Idempotency-Key', () => {
  it('and fields give the same answer and one row, on every instance', async () => {
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
    const moveTo = (await tenant.newStep()).id;
    await archiveStep(db, tenant.system, { id: tenant.stepId, moveTo });
    await expect.poll(async () => (await create(tenant, {})).status).toBe(404);

    const again = await create(tenant, { key: 'k' });
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  it.each([
    [
      'in another order',
      { phones: ['+55 11 98765-4321'], name: 'Maria', customFields: { b: 1, a: 2 } },
    ],
    [
      'spelled in another way',
      { full_name: 'Maria', phone: '5511987654321', custom_fields: { a: 2, b: 1 } },
    ],
    [
      'with ignored ones',
      { name: 'Maria', phones: ['5511987654321'], customFields: { a: 2, b: 1 }, x: 1 },
    ],
  ])('with the same fields %s is the same request', async (_, body) => {
    const { tenant } = await intake.newTenant();
    const fields = { name: 'Maria', phones: ['5511987654321'], customFields: { a: 2, b: 1 } };
    const first = await create(tenant, { key: 'k', body: fields });
    const again = await create(tenant, { key: 'k', body, at: 1 });

    expect([again.status, replayedOf(again)]).toEqual([201, 'true']);
    expect(await storedOf(tenant)).toEqual([leadOf(first).id]);
  });

  it('with other fields or another step gives 422 and stores nothing', async () => {
    const { tenant } = await intake.newTenant();
    const first = await create(tenant, { key: 'k' });
    const others = [
      await create(tenant, { key: 'k', body: { name: 'Ana' } }),
      await create(tenant, { key: 'k', body: { name: 'Ana', lead_id: '7' }, at: 1 }),
      await create(tenant, { key: 'k', stepId: (await tenant.newStep()).id }),
    ];

    for (const { status, json } of others) {
      expect(status).toBe(422);
      expect(json).toEqual(
        failed('Idempotency-Key was already used with another step or other fields'),
      );
    }
    expect(await storedOf(tenant)).toEqual([leadOf(first).id]);
    expect((await create(tenant, { body: { name: 'Ana', lead_id: '7' } })).status).toBe(201);
  });

  it.each([
    [50, 1],
    [100, 2],
  ])(
    '%i at once over %i instances store one row, and all get its answer',
    async (count, instances) => {
      const { tenant } = await intake.newTenant();
      const answers = await Promise.all(
        Array.from({ length: count }, (_, n) => create(tenant, { key: 'k', at: n % instances })),
      );

      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      expect(answers.filter((answer) => !replayedOf(answer))).toHaveLength(1);
      expect([...new Set(answers.map((answer) => leadOf(answer).id))]).toEqual(
        await storedOf(tenant),
      );
      await expectLeadsConsistent(intake.database.sql, tenant.companyId);
    },
  );

  it('gets 409 with Retry-After when the first request takes more than a second', async () => {
    const { tenant } = await intake.newTenant();
    await create(tenant, {});
    intake.proxy.hold(() => true);
    const first = create(tenant, { key: 'k' });
    await sleep(50);
    const { status, json, headers } = await create(tenant, { key: 'k' });
    intake.proxy.letGo();

    expect([status, headers['retry-after']]).toEqual([409, '1']);
    expect(json).toEqual(failed('A request with this Idempotency-Key is being processed'));
    expect((await first).status).toBe(201);
  });

  it('is independent in two companies', async () => {
    const one = await intake.newTenant();
    const other = await intake.newTenant();
    const first = await create(one.tenant, { key: 'k' });
    const second = await create(other.tenant, { key: 'k', body: { name: 'Ana' } });

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await storedOf(other.tenant)).toEqual([leadOf(second).id]);
  });

  it('is free again when it has expired', async () => {
    const { sql } = intake.database;
    const { tenant } = await intake.newTenant();
    const first = await create(tenant, { key: 'k' });
    await sql`update idempotency_keys set expires_at = now() - interval '1 second'
      where company_id = ${tenant.companyId}`;
    const dry = await create(tenant, { key: 'k', body: { name: 'Ana' }, isDryRun: true });
    expect([dry.status, replayedOf(dry)]).toEqual([200, undefined]);
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
    const keys: string[] = [];
    const server = await startLeadgate({ databaseUrl: url }).ready;
    expect((await createLeadAt(server.port, tenant, {})).status).toBe(201);

    const unheard: string[] = [];
    let isKilled = false;
    const sendUntilKilled = async () => {
      while (!isKilled) {
        const key = randomUUID();
        keys.push(key);
        const answer = await createLeadAt(server.port, tenant, { key }).catch(() => undefined);
        if (answer?.status !== 201) unheard.push(key);
      }
    };
    const senders = Array.from({ length: 40 }, sendUntilKilled);
    await expect
      .poll(async () => (await storedOf(tenant)).length, { interval: 1, timeout: 10_000 })
      .toBeGreaterThan(40);
    const killed = server.kill();
    isKilled = true;
    await Promise.all([killed, ...senders]);

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
