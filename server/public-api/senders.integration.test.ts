import { getTableColumns } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leads } from '#db/schema/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { failed, leadOf } from '#server/testing/contract.ts';
import { expectDocumented } from '#server/testing/documented.ts';
import { send } from '#server/testing/http-client.ts';
import {
  comparedFields,
  describeStored,
  readSender,
  senderNames,
} from '#server/testing/sender-files.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';

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

const countLeads = async () => (await database.sql`select from leads`).length;

describe('a request of a sender', () => {
  it('is compared in every field of a lead', () => {
    expect(Object.keys(getTableColumns(leads))).toEqual(expect.arrayContaining(comparedFields));
  });

  it.each(senderNames)('%s: has the documented outcome', async (name) => {
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
    const { contact, ...stored } = await describeStored(database.sql, leadOf(answer).id ?? '');
    expect(stored).toEqual({ lead: expected.lead, isTest, marks });
    const { name: called, phones = [], email = null } = expected.lead;
    if (isTest) expect(contact).toBeNull();
    else expect(contact).toMatchObject({ name: called, phones, email });
    const { source, medium, channel, segment = '' } = expected.lead;
    expect(leadOf(answer)).toMatchObject({ source, medium, channel, segment, status: 'new' });
    expect(await countLeads()).toBe(before + 1);
  });
});
