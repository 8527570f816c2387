import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import type { PresetName } from '#db/values/inbound-addresses.ts';
import { createInboundAddress } from '#server/services/inbound-addresses/create-inbound-address.ts';
import { send } from '#server/testing/http-client.ts';
import { expectLeadsConsistent } from '#server/testing/ledger.ts';
import { report, times } from '#server/testing/report.ts';
import { bodySeal, keyPepper } from '#server/testing/secrets.ts';
import { cleanUp, type Leadgate, startLeadgate } from '#server/testing/start-leadgate.ts';
import { createTenant } from '#server/testing/tenant.ts';

const database = withTestDatabase();
afterEach(cleanUp, 60_000);

const json = 'application/json';

/** A form tool, as design and vendors say that it sends. */
interface FormTool {
  preset: PresetName;
  type: string;
  body(name: string): string;
  isSuccess(status: number): boolean;
  /** Minutes after which it tries again, by the status; 0 is no answer. */
  retries(status: number): readonly number[];
  /** After this status it never sends again. */
  isGivenUp?(status: number): boolean;
}

const every = (minutes: number, attempts: number) =>
  Array.from({ length: attempts }, () => minutes);

const tools: readonly FormTool[] = [
  {
    preset: 'elementor',
    type: 'application/x-www-form-urlencoded',
    body: (name) => new URLSearchParams({ Name: name, form_id: 'a1', form_name: 'F' }).toString(),
    isSuccess: (status) => status === 200,
    retries: () => [],
  },
  {
    preset: 'typeform',
    type: json,
    body: (name) =>
      JSON.stringify({
        event_type: 'form_response',
        form_response: {
          form_id: 'f',
          token: name,
          definition: { fields: [{ id: 'q', title: 'Your name', type: 'short_text' }] },
          answers: [{ type: 'text', text: name, field: { id: 'q' } }],
        },
      }),
    isSuccess: (status) => status >= 200 && status < 300,
    isGivenUp: (status) => status === 404 || status === 410,
    retries: (status) =>
      [429, 408, 503, 423].includes(status) ? every(2.5, 240) : [5, 10, 20, 60, 120],
  },
  {
    preset: 'webflow',
    type: json,
    body: (name) =>
      JSON.stringify({
        triggerType: 'form_submission',
        payload: { id: name, formId: 'f', data: { Name: name } },
      }),
    isSuccess: (status) => status === 200,
    retries: () => every(10, 3),
  },
  {
    preset: 'googleAds',
    type: json,
    body: (name) =>
      JSON.stringify({
        lead_id: name,
        user_column_data: [{ column_id: 'FULL_NAME', string_value: name }],
      }),
    isSuccess: (status) => status === 200,
    // Not documented; whatever it does, some other attempt may follow.
    retries: () => every(10, 3),
  },
  {
    preset: 'hubspot',
    type: json,
    body: (name) => JSON.stringify({ vid: name, properties: { firstname: { value: name } } }),
    isSuccess: (status) => status >= 200 && status < 300,
    retries: (status) => (status >= 400 && status < 500 && status !== 429 ? [] : every(10, 432)),
  },
];

/** A minute of a tool, in milliseconds: a restart takes less than ten. */
const minute = 400;

it('check 47: form tools whose server is killed meanwhile make one lead each', {
  timeout: 300_000,
}, async () => {
  const tenant = await createTenant(database.db);
  let server: Leadgate | undefined = await startLeadgate({ databaseUrl: database.url }).ready;
  const settings = { stepId: tenant.stepId, apiKeyId: null, networks: [], proof: null };
  const addresses = new Map<PresetName, string>();
  for (const { preset } of tools) {
    const named = { ...settings, name: preset, preset };
    const sealing = { keyPepper, bodySeal };
    const made = await createInboundAddress(database.db, tenant.system, named, sealing);
    addresses.set(preset, made.address);
  }

  const attempt = async ({ preset, type, body }: FormTool, name: string): Promise<number> => {
    const port = server?.port;
    if (port === undefined) return 0;
    const path = `/api/in/${addresses.get(preset)}`;
    const headers = { host: tenant.host, 'content-type': type };
    const answer = await send(port, { path, headers, body: body(name) }).catch(() => undefined);
    return answer?.status ?? 0;
  };
  /** @returns whether the tool counts the submission as delivered */
  const submit = async (tool: FormTool, name: string): Promise<boolean> => {
    for (let number = 0; ; number += 1) {
      const status = await attempt(tool, name);
      if (tool.isSuccess(status)) return true;
      expect(tool.isGivenUp?.(status) ?? false, `${tool.preset} gave up at ${status}`).toBe(false);
      const pause = tool.retries(status)[number];
      if (pause === undefined) return false;
      await sleep(pause * minute);
    }
  };

  const delivered = new Map<string, boolean>();
  let isStopped = false;
  const visitors = tools.map(async (tool) => {
    while (!isStopped) {
      const name = `Lead ${tool.preset} ${randomUUID()}`;
      delivered.set(name, await submit(tool, name));
      await sleep(20);
    }
  });
  const kills = times(10, 2);
  for (let killed = 0; killed < kills; killed += 1) {
    server ??= await startLeadgate({ databaseUrl: database.url }).ready;
    // Longer than two attempts are apart: no tool meets all of its attempts with a restart.
    await sleep(6_000 + ((killed * 137) % 500));
    const running = server;
    server = undefined;
    await running.kill();
  }
  server = await startLeadgate({ databaseUrl: database.url }).ready;
  isStopped = true;
  await Promise.all(visitors);

  const stored = await database.sql<{ name: string; leads: number }[]>`
    select name, count(*)::int as leads from leads
    where company_id = ${tenant.companyId} group by name`;
  const counts = new Map(stored.map(({ name, leads }) => [name, leads]));
  for (const [name, isDelivered] of delivered) {
    // Elementor never tries again: of its failures some are stored, none twice.
    if (isDelivered) expect(counts.get(name), name).toBe(1);
    else expect(name).toContain('elementor');
  }
  expect([...counts.values()].every((leads) => leads === 1)).toBe(true);
  await expectLeadsConsistent(database.sql, tenant.companyId);
  report(47, `${delivered.size} submissions of five form tools`, `${kills} kills`);
});
