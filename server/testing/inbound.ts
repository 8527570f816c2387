import { join } from 'node:path';
import type { PresetName } from '#db/values/inbound-addresses.ts';
import { decodeSubmission } from '../public-api/inbound/decode-submission.ts';
import { readRequest, type SentBody } from '../public-api/inbound/examples.ts';
import { readPreset } from '../public-api/inbound/presets.ts';
import { readLead } from '../public-api/read-lead.ts';

/** Requests to inbound addresses, and the leads that are read from them. */

/** The body of a file of `server/testing/senders/`, and its type. */
export const senderBody = (name: string): SentBody =>
  readRequest(join(import.meta.dirname, 'senders', `${name}.http`));

/** An object is sent as JSON, and a text as a form. */
export const bodyOf = (body: object | string): SentBody =>
  typeof body === 'string'
    ? { bytes: Buffer.from(body), type: 'application/x-www-form-urlencoded' }
    : { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };

/** The flat bodies of a request, why there are none, and the fields of its leads in a company in Brazil. */
export function readSent(preset: PresetName, { bytes, type }: SentBody) {
  const decoded = decodeSubmission(bytes, type);
  if (decoded.kind === 'unreadable') throw new Error(`The body ${decoded.why}`);

  const { bodies, nothing } = readPreset(preset, decoded.body);
  const context = { mapping: [], country: 'BR', isStrict: false, keepsAnswers: true };
  const leads = bodies.map((body) => readLead(body, context));
  return {
    bodies,
    nothing,
    // Without what `readLead` notes for the natural key.
    fields: leads.map(
      ({ fields: { unstored: _, ignoredFields: __, ...fields } = { name: '' } }) => fields,
    ),
    isTest: leads.some(({ isTest }) => isTest),
  };
}
