import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';

mkdirSync('.cache', { recursive: true });
const folder = mkdtempSync(join('.cache', 'clients-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = promisify(execFile);
const bin = (name: string) => join('node_modules', '.bin', name);

/** Compiles only if body and answers of each client have the types that the document gives them. */
const program = `
import { createLead as createWithHeyApi } from './hey-api/index';
import { createLead as createWithOrval, type NewLead } from './orval';
import type { paths } from './openapi-typescript';

type Operation = paths['/leads/public/{stepId}']['post'];
const body = {
  name: 'Maria',
  phones: null,
  formId: 4711,
  lead_id: '4712',
  customFields: { plan: 'pro', seats: 3, yes: true, none: null },
};
export const bodies: [Operation['requestBody']['content']['application/json'], NewLead] = [body, body];
export const created: Operation['responses'][201]['content']['application/json']['success'] = true;
export const refused: Operation['responses'][400]['content']['application/json']['success'] = false;

const headers = { 'Idempotency-Key': 'a' };
const { data, error } = await createWithHeyApi({ path: { stepId: 'x' }, body, headers });
export const toldByHeyApi: string | undefined = data?.data.id ?? error?.error;

const answer = await createWithOrval('x', body, { headers });
export const toldByOrval: string | undefined =
  answer.status === 201 ? answer.data.data.id : 'error' in answer.data ? answer.data.error : answer.data.detail;
`;

it('compiles in the clients of openapi-typescript, hey-api and orval', {
  timeout: 60_000,
}, async () => {
  const input = join(folder, 'openapi.json');
  writeFileSync(input, JSON.stringify(openApiDocument('https://crm.example')));
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', include: ['*.ts'], exclude: [] }),
  );
  await Promise.all([
    run(bin('openapi-typescript'), [input, '--output', join(folder, 'openapi-typescript.ts')]),
    run(bin('openapi-ts'), ['--input', input, '--output', join(folder, 'hey-api')]),
    run(bin('orval'), [
      ...['--input', input, '--output', join(folder, 'orval.ts'), '--client', 'fetch'],
    ]),
  ]);

  const { stdout } = await run(bin('tsc'), ['--project', folder, '--pretty', 'false']).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});
