import { randomInt } from 'node:crypto';
import { phase } from '#server/process/progress.mjs';
import type { SampledLead } from './installation.ts';
import { panelRequest } from './panel.ts';
import { percentile } from './statistics.ts';
import type { LeadServer } from './targets.ts';
import type { Run } from './turns.ts';

/** Milliseconds that 95 of 100 searches may take, from the request to the last byte. */
const wantedP95 = 50;
const searchesPerKind = 200;
const warmUps = 20;

const firstWord = (text: string) => text.split(' ')[0] ?? '';

/** What people type, made from a stored lead. */
const kinds: Readonly<Record<string, (lead: SampledLead) => string | null | undefined>> = {
  'two letters': ({ name }) => name.slice(0, 2),
  'a first name': ({ name }) => firstWord(name),
  'first and last name': ({ name }) => name,
  'the name of one lead': ({ rareName }) => rareName,
  '5 digits of a phone': ({ phone }) => phone?.slice(-9, -4),
  '8 digits of a phone': ({ phone }) => phone?.slice(-8),
  'a whole phone': ({ phone }) => phone && `+${phone}`,
  'an email': ({ email }) => email,
  'a campaign': ({ campaignName }) => campaignName,
  'a name and 4 digits': ({ name, phone }) => phone && `${firstWord(name)} ${phone.slice(-4)}`,
  nothing: () => `zzyzx ${randomInt(1e9)}`,
};

/** Searches over all leads of the company, one after the other, over HTTP with a session. */
export async function measureSearches({ report }: Run, product: LeadServer): Promise<void> {
  const sample = await product.installation.sampleLeads(4 * searchesPerKind);
  const all: number[] = [];
  const add = (kind: string, taken: readonly number[]) => {
    const times = Float64Array.from(taken).sort();
    const name = `search for ${kind}, ${product.name}`;
    for (const share of [0.5, 0.95, 0.99]) {
      const series = report.add(`${name}, p${100 * share}`, 'ms', [percentile(times, share)]);
      if (share === 0.95) report.hold(series, { atMost: wantedP95 });
    }
  };

  for (const [kind, textOf] of Object.entries(kinds)) {
    const texts = sample.flatMap((lead) => textOf(lead) || []).slice(0, searchesPerKind + warmUps);
    const times = await phase(`Searching for ${kind}, ${product.name}`, async () => {
      const request = await panelRequest(product);
      const taken: number[] = [];
      for (const text of texts) {
        taken.push((await request('leads.search', { text })).taken);
      }
      return taken.slice(warmUps);
    });
    add(kind, times);
    all.push(...times);
  }

  add('any of these', all);
}
