import { beforeEach, expect, test } from 'vitest';
import { createApplication, createCompany } from '#db/factories/applications.ts';
import { suffix } from '#db/factories/row.ts';
import { createMember, createUser } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import { authenticateIdentity, type Identity } from './authenticate-identity.ts';

const base = withTestDatabase();
const address = '203.0.113.9';
const issuer = 'https://id.example';

let user: { id: string; applicationId: string; email: string };
let known: Identity;

beforeEach(async () => {
  const { id: applicationId } = await createApplication(base.db);
  user = await createUser(base.db, { applicationId, passwordHash: 'none' });
  known = {
    applicationId,
    issuer,
    subject: suffix(),
    verifiedEmail: user.email,
    client: { address, userAgent: '' },
  };
});

const come = (overrides: Partial<Identity> = {}) =>
  authenticateIdentity(base.db, { ...known, ...overrides });
const identities = () =>
  base.sql`select issuer, subject from user_identities where user_id = ${user.id}`;

/** Sessions of this database that another one holds up. */
async function waiting(): Promise<number> {
  const rows = await base.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.length;
}

test('the first time the verified address decides, then the subject', async () => {
  expect(await come()).toMatchObject({ userId: user.id, applicationId: user.applicationId });
  expect(await identities()).toEqual([{ issuer, subject: known.subject }]);

  await base.sql`update users set email = 'new@x.test' where id = ${user.id}`;
  const heir = await createUser(base.db, { ...known, email: user.email, passwordHash: 'none' });
  for (const verifiedEmail of [user.email, 'third@x.test', undefined])
    expect(await come({ verifiedEmail })).toMatchObject({ userId: user.id });
  expect(await identities()).toHaveLength(1);
  expect(await come({ subject: suffix() })).toMatchObject({ userId: heir.id });
});

test('another subject with the same email address is another user', async () => {
  await come();
  expect(await come({ subject: suffix() })).toBeUndefined();
  expect(await come({ issuer: 'https://other.example' })).toMatchObject({ userId: user.id });
});

test('of many who come with one address at once, one is bound', async () => {
  const subjects = Array.from({ length: 5 }, suffix);
  const comers = await base.sql.begin(async (tx) => {
    await tx`select from users where id = ${user.id} for update`;
    const arrivals = subjects.map((subject) => come({ subject }));
    await expect.poll(waiting).toBe(subjects.length);
    return { outcomes: Promise.all(arrivals) };
  });
  const outcomes = await comers.outcomes;

  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect(await identities()).toHaveLength(1);
});

test('check 45: a subject with two email addresses at once is bound to one user, and recorded once', async () => {
  const { applicationId } = user;
  const other = await createUser(base.db, { applicationId, passwordHash: 'none' });
  const { id: companyId } = await createCompany(base.db, { applicationId });
  for (const { id: userId } of [user, other])
    await createMember(base.db, { applicationId, companyId, userId });
  const comers = await base.sql.begin(async (tx) => {
    await tx`select from users where application_id = ${applicationId} for update`;
    const arrivals = [user, other].map(({ email }) => come({ verifiedEmail: email }));
    await expect.poll(waiting).toBe(arrivals.length);
    return { outcomes: Promise.all(arrivals) };
  });
  const [first, second] = await comers.outcomes;

  expect(first?.userId).toBe(second?.userId);
  const entries = await readAuditLog(base, companyId);
  expect(entries.filter(({ action }) => action === 'users.bindIdentity')).toMatchObject([
    { subject_id: first?.userId },
  ]);
});

test('one who comes in many tabs at once is let in in each', async () => {
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => come()));

  for (const outcome of outcomes) expect(outcome).toMatchObject({ userId: user.id });
});

test.each<[string, () => Promise<Partial<Identity>>]>([
  ['whose address is not verified', async () => ({ verifiedEmail: undefined })],
  ['of an unknown user', async () => ({ verifiedEmail: 'unknown@x.test' })],
  [
    'of another application',
    async () => ({ applicationId: (await createApplication(base.db)).id }),
  ],
])('a sign-in %s is refused, and nothing is bound', async (_, overrides) => {
  expect(await come(await overrides())).toBeUndefined();
  expect(await identities()).toHaveLength(0);
});

test('the deactivated stay out, bound or not', async () => {
  await base.sql`update users set deactivated_at = now() where id = ${user.id}`;
  expect(await come()).toBeUndefined();
  expect(await identities()).toHaveLength(0);

  await base.sql`update users set deactivated_at = null where id = ${user.id}`;
  await come();
  await base.sql`update users set deactivated_at = now() where id = ${user.id}`;
  expect(await come()).toBeUndefined();
});
