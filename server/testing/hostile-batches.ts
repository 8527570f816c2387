import { maxBatchBytes, maxBatchLeads } from '../limits.ts';

const batch = (leads: number, lead: (n: number) => unknown) =>
  JSON.stringify({ leads: Array.from({ length: leads }, (_, n) => lead(n)) });
const most = (lead: (n: number) => unknown) => batch(maxBatchLeads, lead);
/** 16 leads of the largest size: as many as fit. */
const large = (lead: (n: number) => unknown) => batch(16, lead);
const names = (count: number, prefix = '') =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}k${n}`, 0]));
const left = maxBatchBytes - 100;

/** Bodies of nearly 1 MiB. Each is the most work for one part of the code that reads batches. */
export const hostileBatches: [what: string, body: string][] = [
  [
    'of search words',
    most((n) => ({
      name: 'é ü ö ñ '.repeat(25),
      campaignName: 'a b c d e f '.repeat(40),
      email: 'a.b.c.d.e.f@g.h'.repeat(20),
      message: 'x '.repeat(300),
      phones: Array.from({ length: 20 }, (_, m) => `5511${98_760_000 + m + n * 20}`),
    })),
  ],
  ['of long phones', large(() => ({ name: 'x', phones: ['ﷺ'.repeat(20_000)] }))],
  ['of many phones', most(() => ({ name: 'x', phones: '1,'.repeat(1_000) }))],
  ['of custom fields', large(() => ({ name: 'x', customFields: names(5_500) }))],
  ['of names that are not read', most((n) => names(140, `${n}`))],
  ['with names beside the leads', JSON.stringify({ leads: [{ name: 'x' }], ...names(85_000) })],
  ['of refused leads', most(() => ({ name: 5, phones: ['1', '2'], x: 'x'.repeat(2_000) }))],
  ['of one lead, repeated', most(() => ({ name: 'x', lead_id: '1' }))],
  [
    'of deep leads',
    `{"leads":[${`{"name":"x","a":${'['.repeat(1_000)}${']'.repeat(1_000)}},`.repeat(499)}{}]}`,
  ],
  ['of one text', JSON.stringify({ leads: [{ name: 'x'.repeat(left) }] })],
  ['that is no JSON, in lists', '['.repeat(left)],
  ['that is no JSON, in lines', `{"leads":[${'\n'.repeat(left)}`],
  ['that is no JSON, with many errors', `{"leads":[${','.repeat(left)}]}`],
];
