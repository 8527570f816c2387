import { afterEach, expect, it } from 'vitest';
import { createLeadInput } from '#server/public-api/lead-schema.ts';
import { failed } from '#server/testing/contract.ts';
import { type Answer, send } from '#server/testing/http-client.ts';
import { databaseLog } from '#server/testing/secret-scan.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';
import type { Tenant } from '#server/testing/tenant.ts';

const intake = withServedIntake(1, { LOG_LEVEL: 'debug' });

let undo = async () => {};
afterEach(() => undo());

const run = Math.random().toString(36).slice(2, 8);
const mark = (field: string) => `Mark${run}${field}`;
const phone = '599198765012345';
const others = ['stepId', 'phones', 'customFields'];
const texts = Object.keys(createLeadInput.shape).filter((field) => !others.includes(field));
const marked = {
  ...Object.fromEntries(texts.map((field) => [field, mark(field)])),
  phones: [phone],
  customFields: { colour: mark('Colour') },
};

const call = (
  tenant: Tenant,
  body: object = marked,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  send(intake.server.port, {
    path: `/api/leads/public/${tenant.stepId}`,
    headers: {
      host: tenant.host,
      'x-api-key': tenant.secret,
      'content-type': 'application/json',
      'idempotency-key': mark('Repeat'),
      ...headers,
    },
    body: JSON.stringify(body),
  });

const callText = (tenant: Tenant, path: string, body: string): Promise<Answer> => {
  const { host, secret } = tenant;
  const headers = { host, 'x-api-key': secret, 'content-type': 'application/json' };
  return send(intake.server.port, { path, headers, body });
};

const places = /node_modules|\/server\/|\.(?:ts|js)\b|\bat \S+ \(|file:\/\//;
const statements = /select|insert|update|relation|constraint|column|syntax|violates/i;

/** Nothing of what was sent. */
function expectNoValues(text: string, secret: string): void {
  expect(text).not.toMatch(new RegExp(`Mark${run}|${phone}`, 'i'));
  expect(text).not.toContain(secret);
}

/** Nothing of what was sent, and nothing of how we work. */
function expectSilence({ text, headers }: Answer, secret: string): void {
  expectNoValues(text + JSON.stringify(headers), secret);
  expect(text).not.toMatch(places);
  expect(text).not.toMatch(statements);
}

async function expectSilentLogs(secret: string): Promise<void> {
  const logs = intake.server.output + (await databaseLog(intake.database.sql));
  expectNoValues(logs, secret);
}

it('check 22: a refusal quotes nothing', async () => {
  const { tenant } = await intake.newTenant();
  expect((await call(tenant)).status).toBe(201);
  const long = mark('x'.repeat(600));
  const strict = { 'x-strict': 'true' };
  for (const [status, body, headers] of [
    [400, { ...marked, ...Object.fromEntries(texts.map((field) => [field, long])) }, strict],
    [400, { ...marked, phones: [mark('Phone')] }, strict],
    [400, { ...marked, email: mark('Email') }, strict],
    [400, { ...marked, customFields: { colour: [mark('Colour'), mark('Colour')] } }, strict],
    [400, { phones: [mark('Phone')], email: mark('Email'), segment: { a: mark('Else') } }, {}],
    [400, marked, { 'idempotency-key': `${mark('Repeat')} x` }],
    [401, marked, { 'x-api-key': `${tenant.secret}x` }],
    [404, marked, { host: `${mark('host')}.test` }],
    [415, marked, { 'content-type': `text/plain; a=${mark('type')}` }],
    [422, { ...marked, segment: mark('Else') }, {}],
  ] as const) {
    for (const accept of ['*/*', 'application/problem+json']) {
      const answer = await call(tenant, body, { accept, ...headers });
      expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
      expectSilence(answer, tenant.secret);
    }
  }
  await expectSilentLogs(tenant.secret);
});

it('check 22: a refusal of broken JSON or a wrong path quotes nothing, and its key keeps nothing', async () => {
  const { sql } = intake.database;
  const { tenant } = await intake.newTenant();
  const { secret: other } = await tenant.newKey();
  const values = [mark('name'), phone, `+${phone}`, other, `'${mark('quoted')}'`];
  const bodies = values.flatMap((value) => [
    value,
    `{"name":${value}}`,
    `{${value}:1}`,
    `{"name":"Ana" ${value}}`,
    `{"name":"Ana"} ${value}`,
    `{"name":"${value}`,
    `{"name":"\\q${value}"}`,
    `{"leads":[{"name":"${value}\n"}]}`,
  ]);
  const path = `/api/leads/public/${tenant.stepId}`;
  const requests = [
    ...bodies.map((body, n) => ({ status: 400, to: n % 2 === 0 ? path : `${path}/batch`, body })),
    { status: 404, to: `/api/leads/public/${mark('path')}/`, body: '{}' },
    { status: 404, to: `/api/leads/public/${other}/batch/`, body: '{}' },
    { status: 404, to: `/api/leads/public/{${other}}`, body: '{"name":"Ana"}' },
    { status: 404, to: `/api/leads/${mark('path')}/${phone}`, body: '{}' },
  ];
  for (const { status, to, body } of requests) {
    const answer = await callText(tenant, to, body);
    expect([body, answer.status]).toEqual([body, status]);
    expectNoValues(answer.text + JSON.stringify(answer.headers), other);
  }

  const keptOf = () => sql<{ message: string }[]>`
    select message || ' ' || g.cause as message
    from intake_log l join intake_groups g
      on g.company_id = l.company_id and g.group_id = l.group_id
    where l.company_id = ${tenant.companyId}`;
  await expect.poll(async () => (await keptOf()).length).toBe(requests.length);
  for (const { message } of await keptOf()) expectNoValues(message, other);
  await expectSilentLogs(other);
});

it('check 22: an answer holds nothing of a database error that quotes the row', async () => {
  const { sql } = intake.database;
  const { tenant } = await intake.newTenant();
  await sql`alter table contacts add constraint no_marks check (name not like 'Mark%') not valid`;
  undo = async () => void (await sql`alter table contacts drop constraint no_marks`);
  const answer = await call(tenant);
  expect([answer.status, answer.json]).toEqual([500, failed('Internal server error')]);
  expectSilence(answer, tenant.secret);
  const problem = await call(tenant, marked, { accept: 'application/problem+json' });
  expect(JSON.parse(problem.text)).toMatchObject({ status: 500, detail: 'Internal server error' });
  expectSilence(problem, tenant.secret);

  expect(intake.failedRequests().at(-1)).toContain('no_marks');
  await expectSilentLogs(tenant.secret);
});

it('check 22: an answer holds nothing while the database is down', async () => {
  const { tenant } = await intake.newTenant();
  undo = async () => intake.proxy.accept();
  intake.proxy.refuse();
  const answer = await call(tenant);
  expect([answer.status, answer.json]).toEqual([503, failed('Service temporarily unavailable')]);
  expectSilence(answer, tenant.secret);
  await expectSilentLogs(tenant.secret);
});

it('check 22: the panel tells nothing of missing tables', async () => {
  const { port } = intake.server;
  const { sql } = intake.database;
  const { tenant, load } = await intake.newTenant();
  const { stepId } = tenant;
  const panel = await tenant.newPanel();
  await load.createPatiently(port);
  expect((await panel.open(port, `funnels/${tenant.funnel.id}/steps/${stepId}`)).status).toBe(200);

  await sql`alter table contacts rename to contacts_gone`;
  await sql`alter table leads rename to leads_gone`;
  undo = async () => {
    await sql`alter table contacts_gone rename to contacts`;
    await sql`alter table leads_gone rename to leads`;
  };
  const search = mark('name');
  const listed = await panel.query(port, 'leads.list', { stepId, search });
  expect([listed.status, listed.text]).toEqual([
    500,
    expect.stringContaining('Internal server error'),
  ]);
  expectSilence(listed, tenant.secret);
  const page = await panel.open(port, `funnels/${tenant.funnel.id}/steps/${stepId}?q=${search}`);
  expect(page.text).not.toContain('leads_gone');

  const renamed = await panel.mutate(port, 'apiKeys.create', { name: mark('key'), phones: phone });
  expectSilence(renamed, tenant.secret);
  await expectSilentLogs(tenant.secret);
});
