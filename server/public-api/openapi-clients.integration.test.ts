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

const database = withTestDatabase();
mkdirSync('.cache', { recursive: true });
const folder = mkdtempSync(resolve('.cache', 'clients-'));
let tenant: Tenant;
let server: Leadgate;

/** Compiles only if body and answers of each client have the types that the document gives them. */
const program = `
import { createLead as heyApi } from './hey-api/index';
import { createLead as orval, type NewLead } from './orval';
import type { paths } from './openapi-typescript';

type Operation = paths['/leads/public/{stepId}']['post'];
export const body = {
  name: 'Maria',
  phones: null,
  formId: 4711,
  lead_id: '4712',
  customFields: { plan: 'pro', seats: 3, yes: true, none: null },
} satisfies Operation['requestBody']['content']['application/json'] & NewLead;
export const created: Operation['responses'][201]['content']['application/json']['success'] = true;
export const refused: Operation['responses'][400]['content']['application/json']['success'] = false;

export async function createWithHeyApi(stepId: string, key: string): Promise<string | undefined> {
  const { data, error } = await heyApi({ path: { stepId }, body, headers: { 'X-API-Key': key } });
  return data?.data.id ?? error?.error;
}

export async function createWithOrval(stepId: string, key: string): Promise<string | undefined> {
  const answer = await orval(stepId, body, { headers: { 'X-API-Key': key } });
  if (answer.status === 201) return answer.data.data.id;
  return 'error' in answer.data ? answer.data.error : answer.data.detail;
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

it('lets generated clients create a lead', async () => {
  const { createWithHeyApi, createWithOrval } = await import(join(folder, 'program.ts'));
  const leadId = await createWithHeyApi(tenant.step.id, tenant.key.secret);
  expect(leadId).toMatch(/^[0-9a-f-]{36}$/);
  // The body names the lead where it comes from, so the second one is a retry.
  expect(await createWithOrval(tenant.step.id, tenant.key.secret)).toBe(leadId);
});
