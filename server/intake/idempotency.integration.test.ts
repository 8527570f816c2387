import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { archiveStep } from '#server/services/steps/archive-step.ts';
import { failed, leadOf } from '#server/testing/contract.ts';
import type { IntakeFixture } from '#server/testing/intake-fixture.ts';
import { expectLeadsConsistent } from '#server/testing/ledger.ts';
import { type Answer, send } from '#server/testing/send.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';
import { startLeadgate } from '#server/testing/start-leadgate.ts';

const intake = withServedIntake(2);

interface Creation {
  key?: string;
  body?: object;
  stepId?: string;
  /** Which of the processes. */
  at?: number;
  secret?: string;
}

const create = (fixture: IntakeFixture, creation: Creation) =>
  createAt(intake.ports[creation.at ?? 0] ?? 0, fixture, creation);

/** Sends it again while the way to the database is being mended. */
async function createPatiently(fixture: IntakeFixture, creation: Creation): Promise<Answer> {
  for (;;) {
    const answer = await create(fixture, creation);
    if (answer.status !== 503) return answer;
    await sleep(100);
  }
}

function createAt(port: number, fixture: IntakeFixture, { key, body, stepId, secret }: Creation) {
  return send(port, {
    path: `/api/leads/public/${stepId ?? fixture.stepId}`,
    headers: {
      host: fixture.host,
      'x-api-key': secret ?? fixture.secret,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body ?? { name: 'Maria', phones: ['+55 11 98765-4321'] }),
  });
}

const storedOf = async ({ companyId }: IntakeFixture) =>
  (await intake.database.sql`select id from leads where company_id = ${companyId}`).map(
    ({ id }) => id as string,
  );

const replayedOf = ({ headers }: Answer) => headers['idempotent-replayed'];

describe('check 25: the same Idempotency-Key', () => {
  it('and body give the same answer and one row, on every instance', async () => {
    const { fixture } = await intake.newCompany();
    const key = randomUUID();
    const first = await create(fixture, { key });
    const again = await create(fixture, { key, at: 1 });
    const quoted = await create(fixture, { key: `"${key}"` });

    expect([first.status, replayedOf(first)]).toEqual([201, undefined]);
    for (const { status, text, headers } of [again, quoted]) {
      expect([status, text]).toEqual([201, first.text]);
      expect(headers['idempotent-replayed']).toBe('true');
    }
    expect(await storedOf(fixture)).toEqual([leadOf(first).id]);
  });

  it('still gives that answer when the lead and its step have changed since', async () => {
    const { sql, db } = intake.database;
    const { fixture } = await intake.newCompany();
    const first = await create(fixture, { key: 'k' });
    await sql`update leads set status = 'lost', priority = 'high' where id = ${leadOf(first).id ?? ''}`;
    await archiveStep(db, fixture.actor, { id: fixture.stepId });
    await expect.poll(async () => (await create(fixture, {})).status).toBe(404);

    const again = await create(fixture, { key: 'k' });
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  it('with another body or step gives 422 and stores nothing', async () => {
    const { fixture } = await intake.newCompany();
    const first = await create(fixture, { key: 'k' });
    const others = [
      await create(fixture, { key: 'k', body: { name: 'Ana' } }),
      await create(fixture, { key: 'k', body: { name: 'Ana', lead_id: '7' }, at: 1 }),
      await create(fixture, { key: 'k', stepId: await fixture.newStep() }),
    ];

    for (const { status, json } of others) {
      expect(status).toBe(422);
      expect(json).toEqual(failed('Idempotency-Key was already used with another step or body'));
    }
    expect(await storedOf(fixture)).toEqual([leadOf(first).id]);
    expect((await create(fixture, { body: { name: 'Ana', lead_id: '7' } })).status).toBe(201);
  });

  it('100 at once over two instances store one row; what is still under way is told to wait', async () => {
    const { fixture } = await intake.newCompany();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => create(fixture, { key: 'k', at: n % 2 })),
    );

    const [id, ...more] = await storedOf(fixture);
    expect(more).toEqual([]);
    const created = answers.filter(({ status }) => status === 201);
    expect(created.filter((answer) => !replayedOf(answer))).toHaveLength(1);
    expect(new Set(created.map((answer) => leadOf(answer).id))).toEqual(new Set([id]));
    for (const { status, json, headers } of answers.filter(({ status }) => status !== 201)) {
      expect([status, headers['retry-after']]).toEqual([409, '1']);
      expect(json).toEqual(failed('A request with this Idempotency-Key is being processed'));
    }
    await expectLeadsConsistent(intake.database.sql, fixture.companyId);
  });

  it('is independent in two companies', async () => {
    const one = await intake.newCompany();
    const other = await intake.newCompany();
    const first = await create(one.fixture, { key: 'k' });
    const second = await create(other.fixture, { key: 'k', body: { name: 'Ana' } });

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await storedOf(other.fixture)).toEqual([leadOf(second).id]);
  });

  it('is free again after 24 hours', async () => {
    const { sql } = intake.database;
    const { fixture } = await intake.newCompany();
    const first = await create(fixture, { key: 'k' });
    await sql`update idempotency_keys set expires_at = now() - interval '1 second'
      where company_id = ${fixture.companyId}`;
    const later = await create(fixture, { key: 'k', body: { name: 'Ana' } });

    expect([later.status, replayedOf(later)]).toEqual([201, undefined]);
    expect(await storedOf(fixture)).toEqual([leadOf(first).id, leadOf(later).id]);
    expect((await create(fixture, { key: 'k', body: { name: 'Ana' }, at: 1 })).text).toBe(
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
    const { fixture } = await intake.newCompany();
    const { status, json } = await create(fixture, { key, body: {} });

    const problem = 'Idempotency-Key: must hold 1 to 255 visible ASCII characters, quoted or bare';
    expect([status, json]).toEqual([400, failed(`${problem}; name: is required`)]);
  });
});

describe('check 27: the same external id', () => {
  const facebook = { name: 'Maria', phones: ['5511987654321'], lead_id: '17', form_id: '3' };

  it('and content, 50 at once over two instances: one row, 50 times 201', async () => {
    const { fixture } = await intake.newCompany();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => create(fixture, { body: facebook, at: n % 2 })),
    );

    const [id, ...more] = await storedOf(fixture);
    expect(more).toEqual([]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(leadOf(answers[0] as Answer).id).toBe(id);
    expect(answers.filter((answer) => !replayedOf(answer))).toHaveLength(1);
    await expectLeadsConsistent(intake.database.sql, fixture.companyId);
  });

  it.each([
    ['name', { ...facebook, name: 'Ana' }],
    ['phones', { ...facebook, phones: [] }],
    ['external id', { ...facebook, lead_id: '18' }],
  ])('but another %s is another lead', async (_, body) => {
    const { fixture } = await intake.newCompany();
    const first = await create(fixture, { body: facebook });
    const other = await create(fixture, { body, at: 1 });

    expect([other.status, replayedOf(other)]).toEqual([201, undefined]);
    expect(await storedOf(fixture)).toEqual([leadOf(first).id, leadOf(other).id]);
  });

  it('in another step is another lead; without one, every request is', async () => {
    const { fixture } = await intake.newCompany();
    await create(fixture, { body: facebook });
    await create(fixture, { body: facebook, stepId: await fixture.newStep() });
    await create(fixture, {});
    await create(fixture, {});

    expect(await storedOf(fixture)).toHaveLength(4);
  });

  it('is known from a lead that came with an Idempotency-Key, and the other way round', async () => {
    const { fixture } = await intake.newCompany();
    const keyed = await create(fixture, { key: 'k', body: facebook });
    const retry = await create(fixture, { body: facebook, at: 1 });
    expect([retry.text, replayedOf(retry)]).toEqual([keyed.text, 'true']);

    const deliberate = await create(fixture, { key: 'another', body: facebook });
    expect([deliberate.status, replayedOf(deliberate)]).toEqual([201, undefined]);
    expect(await storedOf(fixture)).toHaveLength(2);
  });
});

describe('check 26: nobody hears of the commit', () => {
  const facebook = { name: 'Maria', lead_id: '17' };

  it.each<[string, Creation, Creation]>([
    ['an Idempotency-Key', { key: 'k' }, { key: 'other' }],
    ['an external id', { body: facebook }, { body: { ...facebook, name: 'Ana' } }],
  ])(
    'the connection dies before its reply: 503, and the retry with %s finds the lead',
    async (_, creation, earlier) => {
      const { fixture } = await intake.newCompany();
      expect((await createPatiently(fixture, earlier)).status).toBe(201);

      intake.proxy.loseAnswers(
        (application, statement) => application === 'leadgate intake' && statement === 'commit',
      );
      const unheard = await create(fixture, creation);
      expect(unheard.status).toBe(503);
      expect(unheard.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      intake.proxy.loseAnswers(() => false);
      expect(await storedOf(fixture)).toHaveLength(2);

      for (const at of [1, 0]) {
        const retry = await createPatiently(fixture, { ...creation, at });
        expect([retry.status, replayedOf(retry)]).toEqual([201, 'true']);
        expect(leadOf(retry).id).toBe((await storedOf(fixture)).at(-1));
      }
      expect(await storedOf(fixture)).toHaveLength(2);
      await expectLeadsConsistent(intake.database.sql, fixture.companyId);
    },
  );

  it('the process is killed in a storm: every request, sent again, has one lead', async () => {
    const { url } = intake.database;
    const { fixture } = await intake.newCompany();
    const keys = Array.from({ length: 400 }, () => randomUUID());
    const server = await startLeadgate({ databaseUrl: url }).ready;
    expect((await createAt(server.port, fixture, {})).status).toBe(201);

    const unheard: string[] = [];
    const storm = keys.map(async (key) => {
      const answer = await createAt(server.port, fixture, { key }).catch(() => undefined);
      if (answer?.status !== 201) unheard.push(key);
    });
    await expect
      .poll(async () => (await storedOf(fixture)).length, { interval: 1 })
      .toBeGreaterThan(40);
    await server.kill();
    await Promise.all(storm);

    const again = [];
    for (const key of keys) again.push(await createPatiently(fixture, { key }));
    expect(again.map(({ status }) => status)).toEqual(keys.map(() => 201));
    expect(await storedOf(fixture)).toHaveLength(keys.length + 1);
    expect(unheard.length).toBeGreaterThan(0);
    await expectLeadsConsistent(intake.database.sql, fixture.companyId);
  });
});

it('check 28: 400, 401, 404 and 503 do not use up the key', async () => {
  const { sql } = intake.database;
  const { fixture } = await intake.newCompany();
  const tries = [
    await create(fixture, { key: 'k', body: {} }),
    await create(fixture, { key: 'k', secret: 'lk_wrong' }),
    await create(fixture, { key: 'k', stepId: randomUUID() }),
  ];
  expect(tries.map(({ status }) => status)).toEqual([400, 401, 404]);

  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'leadgate intake' and datname = current_database()`;
  intake.proxy.hold(() => true);
  expect((await create(fixture, { key: 'k' })).status).toBe(503);
  intake.proxy.letGo();
  await expect
    .poll(async () => (await create(fixture, { key: 'k' })).status, { timeout: 20_000 })
    .toBe(201);
  expect(await storedOf(fixture)).toHaveLength(1);
});
