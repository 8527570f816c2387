import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { toolFile } from '../../../scripts/tools.mjs';
import { createInboundAddress } from '../../services/inbound-addresses/create-inbound-address.ts';
import { bodySeal, keyPepper } from '../../testing/secrets.ts';
import { type Leadgate, startLeadgate } from '../../testing/start-leadgate.ts';
import { createTenant, type Tenant } from '../../testing/tenant.ts';
import { documentedOperations } from '../router.ts';
import { openApiDocument } from './openapi.ts';

const database = withTestDatabase();
const run = promisify(execFile);
let tenant: Tenant;
let server: Leadgate;
let address: string;

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

export const simulated: Operation['parameters']['header'] = { 'X-Simulate': '429;retry=2' };

const submission = { name: 'Ana', 'Which plan?': 'pro' };

interface Place {
  stepId: string;
  key: string;
  address: string;
}

export async function callAllWithHeyApi({ stepId, key, address }: Place) {
  const headers = { 'X-API-Key': key };
  const dry = await heyApi.createLead({ path: { stepId }, body, headers: { ...headers, 'X-Dry-Run': 'true' } });
  const one = await heyApi.createLead({ path: { stepId }, body, headers });
  const many = await heyApi.createLeads({ path: { stepId }, body: batch, headers });
  const byExternalId = await heyApi.findLeads({ query: { externalLeadId: '4712' }, headers });
  const byId = await heyApi.getLead({ path: { leadId: one.data?.data.id ?? '' }, headers });
  const me = await heyApi.getMe({ headers });
  const funnels = await heyApi.listFunnels({ headers });
  const submitted = await heyApi.takeSubmission({ path: { address }, body: submission });
  return {
    dryId: dry.data?.data.id,
    id: one.data?.data.id,
    created: many.data?.data.created,
    replayed: many.data?.data.replayed,
    found: byExternalId.data?.data.map((lead) => lead.id),
    stepId: byId.data?.data.stepId,
    permissions: me.data?.data.permissions,
    steps: funnels.data?.data.flatMap((funnel) => funnel.steps.map((step) => step.id)),
    submitted: submitted.data?.data?.id,
  };
}

export async function callAllWithOrval({ stepId, key, address }: Place) {
  const options = { headers: { 'X-API-Key': key } };
  const dry = await orval.createLead(stepId, body, { headers: { ...options.headers, 'X-Dry-Run': 'true' } });
  const one = await orval.createLead(stepId, body, options);
  const id = one.status === 201 ? one.data.data.id : undefined;
  const many = await orval.createLeads(stepId, batch, options);
  const byExternalId = await orval.findLeads({ externalLeadId: '4712' }, options);
  const byId = await orval.getLead(id ?? '', options);
  const me = await orval.getMe(options);
  const funnels = await orval.listFunnels(options);
  const submitted = await orval.takeSubmission(address, submission);
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
    submitted: submitted.status === 200 ? submitted.data.data?.id : undefined,
  };
}
`;

/** Of each generator, the major version that this project installs, and the one before. */
const versions = [
  { version: 'current', file: (path: string) => resolve('node_modules', path), orval: 'orval.mjs' },
  {
    version: 'previous',
    file: (path: string) => toolFile('previous generators', path),
    orval: 'orval.js',
  },
];

beforeAll(async () => {
  tenant = await createTenant(database.db, { host: '127.0.0.1' });
  const place = { name: 'Form', stepId: tenant.stepId, apiKeyId: tenant.key.id };
  const settings = { ...place, preset: 'other', networks: [], proof: null } as const;
  const seal = { keyPepper, bodySeal };
  ({ address } = await createInboundAddress(database.db, tenant.system, settings, seal));
  server = await startLeadgate({ databaseUrl: database.url }).ready;
});
afterAll(() => server?.stop());

describe.each(versions)('the $version versions of the generators', ({ file, orval }) => {
  mkdirSync('.cache', { recursive: true });
  const folder = mkdtempSync(resolve('.cache', 'clients-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const execute = (path: string, ...args: string[]) =>
    run(process.execPath, [file(path), ...args], { cwd: folder });
  /** What the compiler of this project says. */
  const compile = () =>
    run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '--pretty', 'false'], {
      cwd: folder,
    }).catch((error: { stdout: string }) => error);

  beforeAll(async () => {
    const document = openApiDocument(`http://127.0.0.1:${server.port}`);
    write('openapi.json', JSON.stringify(document));
    write('program.ts', program);
    const tsconfig = { extends: resolve('tsconfig.json'), include: ['*.ts'], exclude: [] };
    write('tsconfig.json', JSON.stringify(tsconfig));
    const output = {
      target: 'orval.ts',
      client: 'fetch',
      baseUrl: { getBaseUrlFromSpecification: true },
    };
    const configuration = { api: { input: 'openapi.json', output } };
    write('orval.config.mjs', `export default ${JSON.stringify(configuration)}`);

    await execute('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'openapi-typescript.ts');
    await execute('@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'hey-api');
    await execute(`orval/dist/bin/${orval}`, '--config', 'orval.config.mjs');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('make clients that compile', async () => {
    expect((await compile()).stdout).toBe('');
  });

  it('make clients that call every operation', async () => {
    const { callAllWithHeyApi, callAllWithOrval } = await import(join(folder, 'program.ts'));
    const { step, newKey } = tenant;
    await database.sql`delete from leads where company_id = ${tenant.companyId}`;
    const { secret } = await newKey({ permissions: ['leads:create', 'leads:read'] });
    const place = { stepId: step.id, key: secret, address };
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const called = await callAllWithHeyApi(place);
    expect(called).toEqual({
      dryId: null,
      id,
      created: 1,
      replayed: 1,
      found: [called.id],
      stepId: step.id,
      permissions: ['leads:create', 'leads:read'],
      steps: [step.id],
      submitted: id,
    });
    // The body names the lead where it comes from, so the second one is a retry, of which a dry run knows.
    expect(await callAllWithOrval(place)).toEqual({
      ...called,
      dryId: called.id,
      submitted: id,
    });
  });
});

it.each(documentedOperations)('calls $name with each generated client', ({ name }) => {
  expect(program).toContain(`heyApi.${name}(`);
  expect(program).toContain(`orval.${name}(`);
});
