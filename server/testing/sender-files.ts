import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type postgres from 'postgres';
import { z } from 'zod';
import { columnName } from '#db/schema/columns.ts';
import { presetNames } from '#db/values/inbound-addresses.ts';
import { allFields } from '#db/values/lead-fields.ts';
import { isAbsent } from '../services/leads/read-values.ts';

/**
 * Each file of `server/testing/senders/` is one request of a sender and what becomes of it: notes, the
 * request line, headers and body byte for byte, then `### `, the status, and the expectation as JSON. Where
 * the sender may also send to an inbound address, `### address `, the preset of that, and the expectation
 * follow. Fields of the stored lead that are not named are absent. `marks` are those of its phones. The
 * company is in Brazil. The documentation shows those of `server/public-api/inbound/examples/`.
 */
const files = new Map(
  ['senders', '../public-api/inbound/examples'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder)).map((file) => [
      `${basename(folder)}/${basename(file, '.http')}`.replace(/^senders\//, ''),
      join(import.meta.dirname, folder, file),
    ]),
  ),
);
/** `curl`, `examples/typeform`. */
export const senderNames = [...files.keys()];

const lead = z.record(z.string(), z.unknown());
const expectation = z.strictObject({
  lead: lead.optional(),
  error: z.string().optional(),
  ignored: z.array(z.string()).default([]),
  unread: z.array(z.string()).default([]),
  cut: z.array(z.string()).default([]),
  marks: z.record(z.string(), z.string()).default({}),
  /** The sender calls it a test, which has no contact. */
  isTest: z.boolean().default(false),
});

/** What becomes of the request at an inbound address. */
const submissionExpectation = z.strictObject({
  outcome: z.enum(['created', 'held', 'answered']),
  lead: lead.optional(),
  marks: z.record(z.string(), z.string()).default({}),
  isTest: z.boolean().default(false),
});

const pattern =
  /^((?:#.*\n)+)([A-Z]+) (\S+) HTTP\/1\.1\n((?:.+\n)+)\n([\s\S]*)\n\n### (\d+)\n([\s\S]*?)(?:\n\n### address (\w+)\n([\s\S]*))?$/;
const parse = (latin1: string): unknown => JSON.parse(Buffer.from(latin1, 'latin1').toString());

export function readSender(name: string) {
  // Every byte is one character of Latin-1.
  const text = readFileSync(files.get(name) ?? '', 'latin1').trimEnd();
  const [, notes = '', method, path = '', head = '', body = '', status, expected = '', preset, at] =
    pattern.exec(text) ?? [];
  const headers = Object.fromEntries(
    head
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2)),
  );
  const address = at && {
    preset: z.enum(presetNames).parse(preset),
    ...submissionExpectation.parse(parse(at)),
  };
  return {
    notes,
    method,
    path,
    headers,
    body,
    status,
    expected: expectation.parse(parse(expected)),
    address: address || undefined,
  };
}

/** Fields of a lead that the files name. */
export const comparedFields = [...allFields, 'source', 'medium', 'channel'];

/** A stored lead as the files describe it, and what it says of its contact. */
export async function describeStored(sql: postgres.Sql, id: string) {
  const [row] = await sql`
    select l.*, row_to_json(c) as contact
    from leads l left join contacts c on c.company_id = l.company_id and c.id = l.contact_id
    where l.id = ${id}`;
  const stored = Object.fromEntries(
    comparedFields
      .map((field) => [field, row?.[columnName(field)]] as const)
      .filter(([, value]) => !isAbsent(value)),
  );
  const { contact, origin, phone_marks: marks } = row ?? {};
  return { lead: stored, contact, isTest: origin === 'test', marks: marks ?? {} };
}
