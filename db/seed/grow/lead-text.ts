import { Chance } from '../chance.ts';
import type { Calendar } from './calendar.ts';
import { field } from './copy-rows.ts';
import { ageGroup, type Pools } from './pools.ts';
import { idPrefix, makeId } from './row-ids.ts';

export const contactColumns = 'id, name, phones, email, company_id, created_at';
export const leadColumns =
  'id, contact_id, step_id, name, phones, email, segment, status, priority, temperature, ' +
  'source, medium, channel, campaign_name, ad_name, adset_name, form_id, external_lead_id, ' +
  'page_id, page_name, utm_source, utm_medium, utm_campaign, utm_term, utm_content, gclid, ' +
  'fbclid, custom_fields, origin, company_id, created_at';
export const eventColumns =
  'id, lead_id, "to", type, actor_kind, actor_name, company_id, created_at';

/** What leads are made from. */
export interface LeadContext {
  companyId: string;
  /** How many leads there will be. */
  total: number;
  now: Date;
  calendar: Calendar;
  pools: Pools;
}

/** Rows as text, and how many leads of a step and day are among them. */
export interface LeadText {
  contacts: string;
  leads: string;
  events: string;
}

/** Leads by `<step ID> <day>`. */
export type Counts = Map<string, number>;

function draw<Value>(chance: Chance, values: readonly Value[]): Value {
  const value = values[Math.floor(chance.next() * values.length)];
  if (value === undefined) throw new Error('Nothing to draw from');
  return value;
}

/**
 * The leads from place `first` up to `end` in the order of their arrival, as rows to copy. They are
 * counted into `counts`.
 */
export function writeLeads(
  { companyId, total, now, calendar, pools }: LeadContext,
  first: number,
  end: number,
  counts: Counts,
): LeadText {
  const chance = new Chance(first);
  const rows = { contacts: '', leads: '', events: '' };

  for (let place = first; place < end; place += 1) {
    const time = calendar.timeOf((place + chance.next()) / total);
    const createdAt = new Date(time).toISOString();
    const prefix = idPrefix(time);
    const id = makeId(prefix);
    const contactId = makeId(prefix);
    const tail = `${companyId}\t${createdAt}\n`;

    const person = draw(chance, pools.people);
    const { step, text } = draw(chance, pools.outcomes[ageGroup(now.getTime() - time)] ?? []);
    const arrival = draw(chance, pools.arrivals);
    const custom = draw(chance, pools.customFields);

    rows.contacts += `${contactId}\t${person}\t${tail}`;
    rows.leads += `${id}\t${contactId}\t${step.id}\t${person}\t${text}\t${arrival}\t${custom}\timport\t${tail}`;
    rows.events += `${makeId(prefix)}\t${id}\t${field(step.name)}\tcreated\tsystem\tCommand line\t${tail}`;
    const counter = `${step.id} ${createdAt.slice(0, 10)}`;
    counts.set(counter, (counts.get(counter) ?? 0) + 1);
  }

  return rows;
}
