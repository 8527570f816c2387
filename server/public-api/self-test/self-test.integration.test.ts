import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { compare, fillRequest, toCurl, type Values } from '#app/features/self-test/send-case.ts';
import { withTestDatabase } from '#db/testing.ts';
import { keyPepper } from '#server/testing/secrets.ts';
import { createTenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import { prepareSelfTest, type SelfTestSetup } from '../../services/self-test/prepare-self-test.ts';
import { selfTestCases } from './self-test.ts';
import type { SelfTestCase } from './self-test-case.ts';

const base = withTestDatabase();
const web = withWebServer(() => base.url);
const run = promisify(execFile);
let setup: SelfTestSetup;

beforeAll(async () => {
  const { system } = await createTenant(base.db, { host: '127.0.0.1' });
  setup = await prepareSelfTest(base.db, system, { keyPepper });
});

/** What `curl -i` has printed. */
function readAnswer(printed: string) {
  const [head = '', ...body] = printed.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ]);

  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: body.join('\r\n\r\n'),
  };
}

/** Runs the command of each request; the answer to the last. */
async function sendWithCurl({ requests }: SelfTestCase) {
  const secrets: Record<string, string> = setup.secrets;
  const values: Values = { STEP_ID: setup.stepId, FUNNEL_ID: setup.funnelId, UUID: randomUUID() };
  let answer = readAnswer('');
  for (const request of requests) {
    const command = toCurl(fillRequest(request, values), `http://127.0.0.1:${web.port}`);
    const env = { ...process.env, LEADGATE_KEY: secrets[request.key] ?? '' };
    for (const secret of Object.values(secrets)) expect(command).not.toContain(secret);
    answer = readAnswer((await run('sh', ['-c', `${command} -s`], { env })).stdout);
    values.LEAD_ID = /"id":"([^"]+)"/.exec(answer.body)?.[1];
  }
  return answer;
}

describe('the curl command gets the expected answer', () => {
  test.each(selfTestCases.map((each) => [each.status, each.name, each] as const))(
    '%d: %s',
    async (_, _name, each) => {
      expect(compare(each, await sendWithCurl(each))).toEqual([]);
    },
  );
});

test('an answer that differs is told, part by part', () => {
  const [each] = selfTestCases;
  const headers = { 'cache-control': 'no-store', 'x-request-id': '1' };
  const body = '{"success":true,"data":{},"message":"Lead created successfully"}';
  const differences = (change: object) =>
    each ? compare(each, { status: 201, headers, body, ...change }).map(({ what }) => what) : [];

  expect(differences({})).toEqual([]);
  expect(differences({ status: 200 })).toEqual(['Status']);
  expect(differences({ headers: {} })).toEqual(['cache-control', 'x-request-id']);
  expect(differences({ body: '{"success":true,"message":"Lead"}' })).toEqual([
    'Text',
    'Members of the body',
  ]);
  expect(differences({ body: '<html>' })).toEqual(['Text', 'Members of the body']);
});
