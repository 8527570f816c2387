import { beforeEach, expect, test } from 'vitest';
import { addLogEntry } from '#db/factories/intake-log.ts';
import { withTestDatabase } from '#db/testing.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import { bodySeal } from '#server/testing/secrets.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { exportLog } from './export-log.ts';
import type { LogFilter } from './log-filter.ts';

const base = withTestDatabase();
const began = Date.parse('2027-01-31T12:00:00.000Z');

let actor: UserActor;
let tenant: FullTenant;

beforeEach(async () => {
  ({ actor, tenant } = await createTenants(base.db, 'agent'));
});

/** A refused request with its body. */
async function add(second: number, body: string | Buffer, cause = 'name: is required') {
  const { companyId, key, stepId } = tenant;
  const entry = await addLogEntry(base.db, {
    ...{ companyId, apiKeyId: key.id, stepId, cause, body: 'stored', requestId: `r${second}` },
    at: new Date(began + second * 1_000),
  });
  const sealed = bodySeal.seal(Buffer.from(body), entry);
  await base.sql`
    insert into request_bodies (company_id, subject_id, id, sealed)
    values (${companyId}, ${entry.id}, ${entry.id}, ${sealed})`;
}

async function exported(filter: LogFilter = {}, by = actor) {
  const wanted = { filter, address: 'status=4' };
  const file = await exportLog(base.productPool, by, wanted, { bodySeal });
  const pieces: Buffer[] = [];
  const take = async (piece: Buffer) => void pieces.push(piece);
  await file.send(take, new AbortController().signal);
  return Buffer.concat(pieces).toString();
}

test('has each request with its body, the newest first, as a spreadsheet can read it', async () => {
  await add(0, '{"name": ""}');
  await add(1, Buffer.from([0xff]));
  await add(2, '=1+1\n=2', '@cause');
  const where = `${tenant.key.name},${tenant.funnel.name},${tenant.step.name}`;

  expect(await exported()).toBe(
    [
      '\uFEFFTime (UTC),Status,Outcome,Answer,Key,Funnel,Step,Request ID,Lead ID,Place in batch,Fields not read,Body',
      `2027-01-31T12:00:02.000Z,400,refused,'@cause,${where},r2,,,,"'=1+1\n'=2"`,
      `2027-01-31T12:00:01.000Z,400,refused,name: is required,${where},r1,,,,/w==`,
      `2027-01-31T12:00:00.000Z,400,refused,name: is required,${where},r0,,,,"{""name"": """"}"`,
      '',
    ].join('\r\n'),
  );
});

test('has all pages of what the filter chooses', async () => {
  for (let n = 0; n < 405; n += 1) await add(n, 'x');
  await add(500, 'x', 'another cause');

  const lines = (await exported({ until: '2027-01-31' })).trim().split('\r\n');
  expect(lines).toHaveLength(407);
  expect(new Set(lines).size).toBe(407);
  expect(await exported({ status: 5 })).not.toContain('2027');
});

test('has no bodies for an agent who does not see all leads, and is in the audit log', async () => {
  await add(0, 'personal');
  expect(await exported({}, { ...actor, sees: 'own' })).not.toContain('personal');
  expect(await readAuditLog(base, tenant.companyId)).toMatchObject([
    { action: 'intakeLog.export', actor_id: actor.userId, details: { query: 'status=4' } },
  ]);
});
