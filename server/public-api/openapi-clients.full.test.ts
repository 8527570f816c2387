import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { generate } from 'orval';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { type Leadgate, startLeadgate } from '../testing/start-leadgate.ts';
import { createTenant, type Tenant } from '../testing/tenant.ts';
import { openApiDocument } from './openapi.ts';
import { operations } from './router.ts';

const database = withTestDatabase();
mkdirSync('.cache', { recursive: true });
const folder = mkdtempSync(resolve('.cache', 'clients-'));
let tenant: Tenant;
let server: Leadgate;

/** Compiles only if body and answers of each client have the types that the document gives them. */
const program = `
import * as heyApi from './hey-api/index';
import * as orval from './orval';
import type { paths } from './openapi-typescript';

type Operation = paths['/leads/public/{stepId}']['post'];
export const body = {
  name: 'Maria',
  phones: null,
  formId: 4711,
  lead_id: '4712',
  customFields: { plan: 'pro', seats: 3, yes: true, none: null },
} satisfies Operation['requestBody']['content']['application/json'] & orval.NewLead;
export const batch = { leads: [body, { name: 'João' }] } satisfies
  paths['/leads/public/{stepId}/batch']['post']['requestBody']['content']['application/json'];
export const created: Operation['responses'][201]['content']['application/json']['success'] = true;
export const preview: Operation['responses'][200]['content']['application/json']['data']['id'] = null;
export const refused: Operation['responses'][400]['content']['application/json']['success'] = false;
export const read: paths['/leads/{leadId}']['get']['responses'][200]['content']['application/json']['data']['stepId'] = '';
export const found: paths['/leads']['get']['parameters']['query'] = { externalLeadId: '4712' };

export const rehearsed: Operation['parameters']['header'] = { 'X-Simulate': '429;retry=2' };

export async function callAllWithHeyApi(stepId: string, key: string) {
  const headers = { 'X-API-Key': key };
  const dry = await heyApi.createLead({ path: { stepId }, body, headers: { ...headers, 'X-Dry-Run': 'true' } });
  const one = await heyApi.createLead({ path: { stepId }, body, headers });
  const many = await heyApi.createLeads({ path: { stepId }, body: batch, headers });
  const byExternalId = await heyApi.findLeads({ query: { externalLeadId: '4712' }, headers });
  const byId = await heyApi.getLead({ path: { leadId: one.data?.data.id ?? '' }, headers });
  const me = await heyApi.getMe({ headers });
  const funnels = await heyApi.listFunnels({ headers });
  return {
    dryId: dry.data?.data.id,
    id: one.data?.data.id,
    created: many.data?.data.created,
    replayed: many.data?.data.replayed,
    found: byExternalId.data?.data.map((lead) => lead.id),
    stepId: byId.data?.data.stepId,
    permissions: me.data?.data.permissions,
    steps: funnels.data?.data.flatMap((funnel) => funnel.steps.map((step) => step.id)),
  };
}

export async function callAllWithOrval(stepId: string, key: string) {
  const options = { headers: { 'X-API-Key': key } };
  const dry = await orval.createLead(stepId, body, { headers: { ...options.headers, 'X-Dry-Run': 'true' } });
  const one = await orval.createLead(stepId, body, options);
  const id = one.status === 201 ? one.data.data.id : undefined;
  const many = await orval.createLeads(stepId, batch, options);
  const byExternalId = await orval.findLeads({ externalLeadId: '4712' }, options);
  const byId = await orval.getLead(id ?? '', options);
  const me = await orval.getMe(options);
  const funnels = await orval.listFunnels(options);
  return {
    dryId: dry.status === 200 ? dry.data.data.id : undefined,
    id,
    created: many.status === 200 ? many.data.data.created : undefined,
    replayed: many.status === 200 ? many.data.data.replayed : undefined,
    found: byExternalId.status === 200 ? byExternalId.data.data.map((lead) => lead.id) : undefined,
    stepId: byId.status === 200 ? byId.data.data.stepId : undefined,
    permissions: me.status === 200 ? me.data.data.permissions : undefined,
    steps:
      funnels.status === 200
        ? funnels.data.data.flatMap((funnel) => funnel.steps.map((step) => step.id))
        : undefined,
  };
}
`;

/** What the compiler of this project says. */
const compile = () =>
  new Promise<string>((settle) => {
    const args = ['node_modules/typescript/bin/tsc', '--project', folder, '--pretty', 'false'];
    execFile(process.execPath, args, (_, stdout) => settle(stdout));
  });

beforeAll(async () => {
  tenant = await createTenant(database.db, { host: '127.0.0.1' });
  server = await startLeadgate({ databaseUrl: database.url }).ready;
  const input = join(folder, 'openapi.json');
  const document = openApiDocument(`http://127.0.0.1:${server.port}`);
  writeFileSync(input, JSON.stringify(document));
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: resolve('tsconfig.json'), include: ['*.ts'], exclude: [] }),
  );

  const types = astToString(await openapiTypeScript(JSON.stringify(document)));
  writeFileSync(join(folder, 'openapi-typescript.ts'), types);
  await createClient({ input, output: join(folder, 'hey-api'), logs: { level: 'silent' } });
  const baseUrl = { getBaseUrlFromSpecification: true as const };
  const target = join(folder, 'orval.ts');
  await generate({ input, output: { target, client: 'fetch', baseUrl } });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('compiles in the clients of openapi-typescript, hey-api and orval', async () => {
  expect(await compile()).toBe('');
});

it.each(operations)('calls $name with each generated client', ({ name }) => {
  expect(program).toContain(`heyApi.${name}(`);
  expect(program).toContain(`orval.${name}(`);
});

it('lets generated clients call every operation', async () => {
  const { callAllWithHeyApi, callAllWithOrval } = await import(join(folder, 'program.ts'));
  const { secret } = await tenant.newKey({ permissions: ['leads:create', 'leads:read'] });
  const called = await callAllWithHeyApi(tenant.step.id, secret);
  expect(called).toEqual({
    dryId: null,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    created: 1,
    replayed: 1,
    found: [called.id],
    stepId: tenant.step.id,
    permissions: ['leads:create', 'leads:read'],
    steps: [tenant.step.id],
  });
  // The body names the lead where it comes from, so the second one is a retry, of which a dry run knows.
  expect(await callAllWithOrval(tenant.step.id, secret)).toEqual({ ...called, dryId: called.id });
});
