import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { columnName } from '#db/schema/columns.ts';
import { leads } from '#db/schema/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { allFields } from '#db/values/lead-fields.ts';
import { failed, leadOf } from '#server/testing/contract.ts';
import { expectDocumented } from '#server/testing/documented.ts';
import { type Answer, send } from '#server/testing/http-client.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import { isAbsent } from '../services/leads/read-values.ts';

/**
 * Each file of `server/testing/senders/` is one request of a sender and what becomes of it: notes, the request line,
 * headers and body byte for byte, then `### `, the status, and the expectation as JSON. Fields of the
 * stored lead that are not named are absent. `marks` are those of its phones. The company is in Brazil.
 */
const folder = join(import.meta.dirname, '../testing/senders');
const names = readdirSync(folder).map((file) => file.replace(/\.http$/, ''));

const expectation = z.strictObject({
  lead: z.record(z.string(), z.unknown()).optional(),
  error: z.string().optional(),
  ignored: z.array(z.string()).default([]),
  unread: z.array(z.string()).default([]),
  cut: z.array(z.string()).default([]),
  marks: z.record(z.string(), z.string()).default({}),
  /** The sender calls it a test, which has no contact. */
  isTest: z.boolean().default(false),
});

function readSender(name: string) {
  // Every byte is one character of Latin-1.
  const text = readFileSync(join(folder, `${name}.http`), 'latin1');
  const pattern =
    /^((?:#.*\n)+)([A-Z]+) (\S+) HTTP\/1\.1\n((?:.+\n)+)\n([\s\S]*)\n\n### (\d+)\n([\s\S]*)$/;
  const [, notes = '', method, path = '', head = '', body = '', status, expected = ''] =
    pattern.exec(text) ?? [];
  const headers = Object.fromEntries(
    head
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2)),
  );
  const json: unknown = JSON.parse(Buffer.from(expected, 'latin1').toString());
  return { notes, method, path, headers, body, status, expected: expectation.parse(json) };
}

const database = withTestDatabase();
const web = withWebServer(() => database.url);
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(database.db);
  await database.sql`update companies set country = 'BR' where id = ${tenant.companyId}`;
});

/** Two tools send the test lead of the same ad platform. */
beforeEach(async () => {
  await database.sql`delete from idempotency_keys`;
});

const fill = (text: string) =>
  text
    .replace('{host}', tenant.host)
    .replace('{key}', tenant.secret)
    .replace('{stepId}', tenant.stepId);

const namesIn = (header: string | string[] | undefined) =>
  header === undefined ? [] : String(header).split(', ').map(decodeURIComponent);

const fields = [...allFields, 'source', 'medium', 'channel'];

/** The stored lead, and what it says of its contact. */
async function storedLead(answer: Answer) {
  const [row] = await database.sql`
    select l.*, row_to_json(c) as contact
    from leads l left join contacts c on c.company_id = l.company_id and c.id = l.contact_id
    where l.id = ${leadOf(answer).id ?? ''}`;
  const lead = Object.fromEntries(
    fields
      .map((field) => [field, row?.[columnName(field)]] as const)
      .filter(([, value]) => !isAbsent(value)),
  );
  const { contact, origin, phone_marks: marks } = row ?? {};
  return { lead, contact, isTest: origin === 'test', marks: marks ?? {} };
}

const countLeads = async () => (await database.sql`select from leads`).length;

describe('a request of a sender', () => {
  it('is compared in every field of a lead', () => {
    expect(Object.keys(getTableColumns(leads))).toEqual(expect.arrayContaining(fields));
  });

  it.each(names)('%s: has the documented outcome', async (name) => {
    const { notes, method, path, headers, body, status, expected } = readSender(name);
    expect(notes).toMatch(/^# Documented: ./m);
    const before = await countLeads();
    const sent = Object.entries(headers).map(([header, value]) => [header, fill(String(value))]);
    const call = { method, path: fill(path), headers: Object.fromEntries(sent) };
    const answer = await send(web.port, { ...call, body: Buffer.from(fill(body), 'latin1') });

    expectDocumented({ method: 'POST', path: call.path }, answer);
    expect({
      status: String(answer.status),
      ignored: namesIn(answer.headers['x-ignored-fields']),
      unread: new Set(namesIn(answer.headers['x-unread-fields'])),
      cut: namesIn(answer.headers['x-truncated-fields']),
    }).toEqual({
      status,
      ignored: expected.ignored,
      unread: new Set(expected.unread),
      cut: expected.cut,
    });
    if (!expected.lead) {
      expect(answer.json).toEqual(failed(expected.error ?? ''));
      expect(await countLeads()).toBe(before);
      return;
    }
    const { isTest, marks } = expected;
    const { contact, ...stored } = await storedLead(answer);
    expect(stored).toEqual({ lead: expected.lead, isTest, marks });
    const { name: called, phones = [], email = null } = expected.lead;
    if (isTest) expect(contact).toBeNull();
    else expect(contact).toMatchObject({ name: called, phones, email });
    const { source, medium, channel, segment = '' } = expected.lead;
    expect(leadOf(answer)).toMatchObject({ source, medium, channel, segment, status: 'new' });
    expect(await countLeads()).toBe(before + 1);
  });
});
