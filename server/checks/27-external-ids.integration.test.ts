import { describe, expect, it } from 'vitest';
import { changeLeads } from '#server/services/leads/change-leads.ts';
import { deleteExpiredLeads } from '#server/services/leads/delete-expired-leads.ts';
import { archiveStep } from '#server/services/steps/archive-step.ts';
import { leadOf } from '#server/testing/contract.ts';
import {
  type Creation,
  createLeadAt,
  replayedOf,
  storedLeads,
} from '#server/testing/create-lead.ts';
import type { Answer } from '#server/testing/http-client.ts';
import { expectLeadsConsistent } from '#server/testing/ledger.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';
import type { Tenant } from '#server/testing/tenant.ts';

const intake = withServedIntake(2);

/** @param at which of the processes */
const create = (tenant: Tenant, { at = 0, ...creation }: Creation & { at?: number }) =>
  createLeadAt(intake.ports[at] ?? 0, tenant, creation);

const storedOf = (tenant: Tenant) => storedLeads(intake.database.sql, tenant);

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
    ['email', { ...facebook, email: 'ana@example.com' }],
    ['external id', { ...facebook, lead_id: '18' }],
  ])('but another %s is another lead, with an Idempotency-Key too', async (_, body) => {
    const { tenant } = await intake.newTenant();
    const first = await create(tenant, { body: facebook });
    const other = await create(tenant, { body, at: 1 });
    const keyed = await create(tenant, { body: { ...body, message: 'Call me' }, key: 'k' });

    expect([other, keyed].map(({ status }) => status)).toEqual([201, 201]);
    expect([other, keyed].map(replayedOf)).toEqual([undefined, undefined]);
    expect(await storedOf(tenant)).toEqual([first, other, keyed].map((each) => leadOf(each).id));
  });

  it('but another email in a batch is another lead', async () => {
    const { tenant } = await intake.newTenant();
    const newsletter = { name: 'Newsletter', lead_id: 'form-1' };
    const leads = ['a@x.test', 'b@x.test', 'a@x.test'].map((email) => ({ ...newsletter, email }));
    const answer = await create(tenant, { body: { leads }, stepId: `${tenant.stepId}/batch` });

    expect(answer.json).toMatchObject({ data: { created: 2, replayed: 1, failed: 0 } });
    expect(await storedOf(tenant)).toHaveLength(2);
  });

  it('in another step is another lead; without one, every request is', async () => {
    const { tenant } = await intake.newTenant();
    await create(tenant, { body: facebook });
    await create(tenant, { body: facebook, stepId: (await tenant.newStep()).id });
    await create(tenant, {});
    await create(tenant, {});

    expect(await storedOf(tenant)).toHaveLength(4);
  });

  it('of a lead that a member deleted is answered as before, and creates no other', async () => {
    const { tenant } = await intake.newTenant();
    const first = await create(tenant, { key: 'k', body: facebook });
    const ids = await storedOf(tenant);
    const change = { field: 'deleted', to: true } as const;
    await changeLeads(intake.database.db, tenant.system, { ids, change });

    for (const key of ['k', 'another', undefined]) {
      const again = await create(tenant, { key, body: facebook, at: 1 });
      expect([again.status, replayedOf(again), again.text]).toEqual([201, 'true', first.text]);
    }
    expect(await storedOf(tenant)).toEqual(ids);

    const { sql, db } = intake.database;
    await sql`
      update leads set deleted_at = deleted_at - interval '31 days'
      where company_id = ${tenant.companyId}`;
    await expect.poll(() => deleteExpiredLeads(db)).toBe(false);
    const later = await create(tenant, { body: facebook });
    expect([later.status, replayedOf(later)]).toEqual([201, undefined]);
    expect(await storedOf(tenant)).toEqual([leadOf(later).id]);
  });

  it('is known with and without an Idempotency-Key, and with another one for each attempt', async () => {
    const { tenant } = await intake.newTenant();
    const keyed = await create(tenant, { key: 'k', body: facebook });
    const retries = [
      await create(tenant, { body: facebook, at: 1 }),
      await create(tenant, { key: 'another', body: facebook }),
      await create(tenant, { key: 'another', body: facebook, at: 1 }),
      await create(tenant, { key: 'third', body: facebook, at: 1 }),
    ];

    for (const retry of retries) {
      expect([retry.status, replayedOf(retry), retry.text]).toEqual([201, 'true', keyed.text]);
    }
    const misused = await create(tenant, { key: 'another', body: { ...facebook, name: 'Ana' } });
    expect(misused.status).toBe(422);
    expect(await storedOf(tenant)).toEqual([leadOf(keyed).id]);
  });

  it('is known with a new Idempotency-Key from a lead that came without, in an archived step too', async () => {
    const { tenant } = await intake.newTenant();
    const first = await create(tenant, { body: facebook });
    const moveTo = (await tenant.newStep()).id;
    await archiveStep(intake.database.db, tenant.system, { id: tenant.stepId, moveTo });
    await expect.poll(async () => (await create(tenant, {})).status).toBe(404);

    for (const key of ['k', 'k', 'another']) {
      const again = await create(tenant, { key, body: facebook });
      expect([again.status, replayedOf(again), again.text]).toEqual([201, 'true', first.text]);
    }
  });

  it('with 50 Idempotency-Keys at once over two instances: one row, 50 times 201', async () => {
    const { tenant } = await intake.newTenant();
    const other = { ...facebook, lead_id: '18' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        // Some without, and a second lead in the other order: the groups must not deadlock.
        const key = (suffix: string) => (n % 5 === 0 ? undefined : `${n}${suffix}`);
        const one = () => create(tenant, { key: key('a'), body: facebook, at: n % 2 });
        const two = () => create(tenant, { key: key('b'), body: other, at: n % 2 });
        if (n % 3 === 0) return { one: await one(), two: await two() };
        const [second, first] = await Promise.all([two(), one()]);
        return { one: first, two: second };
      }),
    );

    expect(await storedOf(tenant)).toHaveLength(2);
    for (const lead of ['one', 'two'] as const) {
      const each = answers.map((pair) => pair[lead]);
      expect(each.map(({ status }) => status)).toEqual(each.map(() => 201));
      expect(new Set(each.map(({ text }) => text)).size).toBe(1);
      expect(each.filter((answer) => !replayedOf(answer))).toHaveLength(1);
    }
    const again = await create(tenant, { key: '1a', body: facebook });
    expect([again.text, replayedOf(again)]).toEqual([answers[0]?.one.text, 'true']);
    await expectLeadsConsistent(intake.database.sql, tenant.companyId);
  });

  it('leaves no natural key behind when its Idempotency-Key is misused', async () => {
    const { tenant } = await intake.newTenant();
    await create(tenant, { key: 'k', body: facebook });
    const other = { ...facebook, lead_id: '18' };
    expect((await create(tenant, { key: 'k', body: other })).status).toBe(422);

    const deliberate = await create(tenant, { key: 'another', body: other });
    expect([deliberate.status, replayedOf(deliberate)]).toEqual([201, undefined]);
    expect(await storedOf(tenant)).toHaveLength(2);
  });
});
