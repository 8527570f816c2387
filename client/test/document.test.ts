import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errors } from '../../server/public-api/errors.ts';
import { openApiDocument } from '../../server/public-api/openapi/openapi.ts';
import { keyOperations } from '../../server/public-api/router.ts';
import { createClient } from '../src/index.ts';

mkdirSync('.cache', { recursive: true });
const folder = mkdtempSync(resolve('.cache', 'client-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The client writes the published snake_case names in camelCase. */
const comparison = `
import type { components, paths } from './document';
import type * as client from '../../client/src/index';
import type * as wire from '../../client/src/types';

type Schemas = components['schemas'];
type Data<P extends keyof paths, M extends 'get' | 'post', Status> =
  paths[P] extends Record<M, { responses: Record<Status & PropertyKey, { content: { 'application/json': infer Body } }> }>
    ? Body extends { data: infer D } ? D : never
    : never;

/** Writes out all levels, so that the order of members and the names of types do not matter. */
type Plain<T> = T extends (infer Item)[] ? Plain<Item>[]
  : T extends object ? { [Name in keyof T]: Plain<T[Name]> }
  : T;
type Same<A, B> =
  (<X>() => X extends Plain<A> ? 1 : 2) extends (<X>() => X extends Plain<B> ? 1 : 2) ? true : false;
type CamelCase<T> = { [Name in keyof T as Name extends \`\${string}_\${string}\` ? never : Name]: T[Name] };

type CreatePath = '/leads/public/{stepId}';
type Body<P extends '/leads/public/{stepId}' | '/leads/public/{stepId}/batch'> =
  paths[P]['post']['requestBody']['content']['application/json'];

export const newLead: Same<client.NewLead, CamelCase<Body<CreatePath>>> = true;
export const newLeads: Same<{ leads: client.NewLead[] }, { leads: CamelCase<Body<'/leads/public/{stepId}/batch'>['leads'][number]>[] }> = true;
export const created: Same<client.Lead, Data<CreatePath, 'post', 201>> = true;
export const previewed: Same<client.LeadPreview, Data<CreatePath, 'post', 200>> = true;
interface PreviewedBatch extends wire.Batch<client.LeadPreview, 200> { wouldCreate: number }
export const batch: Same<
  wire.Batch<client.Lead, 201> | PreviewedBatch,
  Data<'/leads/public/{stepId}/batch', 'post', 200>
> = true;
export const stored: Same<client.StoredLead, Data<'/leads/{leadId}', 'get', 200>> = true;
export const found: Same<client.StoredLead[], Data<'/leads', 'get', 200>> = true;
export const key: Same<client.Key, Data<'/me', 'get', 200>> = true;
export const funnels: Same<client.Funnel[], Data<'/funnels', 'get', 200>> = true;
export const problem: Same<wire.Problem, Schemas['Problem']> = true;
export const failure: Same<{ success: false; error: string }, Schemas['Failure']> = true;

type Section = ${Object.values(errors)
  .map(({ section }) => `'${section}'`)
  .join(' | ')};
export const kinds: Same<Exclude<client.ErrorKind, 'redirect' | 'unknown'>, Section> = true;
`;

/** What the compiler says of the types of the client and of a document. */
async function compare(document: object): Promise<string> {
  const types = astToString(await openapiTypeScript(JSON.stringify(document)));
  writeFileSync(join(folder, 'document.ts'), types);
  return new Promise((settle) => {
    const args = ['node_modules/typescript/bin/tsc', '--project', folder, '--pretty', 'false'];
    execFile(process.execPath, args, (_, stdout) => settle(stdout));
  });
}

beforeAll(() => {
  writeFileSync(join(folder, 'comparison.ts'), comparison);
  const configuration = {
    extends: resolve('client/tsconfig.json'),
    compilerOptions: {
      noEmit: true,
      rootDir: resolve('.'),
      module: 'esnext',
      moduleResolution: 'bundler',
    },
    include: ['*.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
});

interface Schema {
  properties: Record<string, unknown>;
  required: string[];
}
/** Guarantee: the document has these schemas, each of an object with required members. */
const schemasOf = (document: object) =>
  (document as { components: { schemas: Record<string, Schema> } }).components.schemas;

it('has the types of the document', { timeout: 60_000 }, async () => {
  expect(await compare(openApiDocument('http://localhost'))).toBe('');
});

it('notices what a document gains, loses and makes optional', { timeout: 60_000 }, async () => {
  const document = structuredClone(openApiDocument('http://localhost'));
  const { NewLead, Lead, Key, StoredLead } = schemasOf(document);
  Object.assign(NewLead?.properties ?? {}, { age: { type: 'integer' } });
  Object.assign(Lead?.properties ?? {}, { age: { type: 'integer' } });
  delete Key?.properties.kind;
  StoredLead?.required.pop();

  const failed = (await compare(document))
    .split('\n')
    .flatMap((line) => /comparison\.ts\((\d+),.*TS2322/.exec(line)?.[1] ?? [])
    .map((number) => /const (\w+)/.exec(comparison.split('\n')[Number(number) - 1] ?? '')?.[1]);
  expect(failed).toEqual(['newLead', 'newLeads', 'created', 'batch', 'stored', 'found', 'key']);
});

it('has a method for each operation', () => {
  const client = createClient({ baseUrl: 'https://crm.example.com/api', apiKey: 'lk_secret' });
  const names = Object.keys(client).filter(
    // Two methods call `findLeads`: only one of them returns pages.
    (name) => !name.startsWith('dryRun') && name !== 'listLeads',
  );
  expect(names.sort()).toEqual(keyOperations.map(({ name }) => name).sort());
});
