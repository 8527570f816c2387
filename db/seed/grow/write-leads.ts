import { Chance } from '../chance.ts';
import type { Calendar } from './calendar.ts';
import { instantLength, textField, uuidField, writeInstant } from './fields.ts';
import { idLength, writeNewId } from './new-id.ts';
import { ageGroup, type Pools } from './pools.ts';
import { RowBuffer } from './row-buffer.ts';

const day = 86_400_000;

const person = ['name', 'phones', 'email'];
const tail = ['company_id', 'created_at'];
const outcome = ['step_id', 'segment', 'status', 'priority', 'temperature'];
const arrival = [
  'source',
  'medium',
  'channel',
  'campaign_name',
  'ad_name',
  'adset_name',
  'form_id',
  'external_lead_id',
  'page_id',
  'page_name',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
  'fbclid',
];

/** The fields of each table in the order in which `LeadWriter` adds them. */
export const columns = {
  contacts: ['id', ...person, ...tail],
  leads: [
    'id',
    'contact_id',
    ...person,
    ...outcome,
    ...arrival,
    'custom_fields',
    'origin',
    ...tail,
  ],
};

const imported = textField('import');

/** What leads are made from. */
export interface LeadContext {
  companyId: string;
  /** How many leads there will be. */
  total: number;
  now: Date;
  calendar: Calendar;
  pools: Pools;
}

function draw<Value>(chance: Chance, values: readonly Value[]): Value {
  const value = values[Math.floor(chance.next() * values.length)];
  if (value === undefined) throw new Error('Nothing to draw from');
  return value;
}

/** Writes leads, with all that belongs to them, as rows to copy. */
export class LeadWriter {
  readonly contacts = new RowBuffer(columns.contacts.length);
  readonly leads = new RowBuffer(columns.leads.length);
  /** Leads by `<step ID> <day>`, of all rows that were written. */
  readonly counts = new Map<string, number>();

  readonly #context: LeadContext;
  readonly #leadId = Buffer.alloc(idLength);
  readonly #contactId = Buffer.alloc(idLength);
  readonly #tail: Buffer;
  #dayNumber = 0;
  #day = '';

  constructor(context: LeadContext) {
    this.#context = context;
    this.#tail = Buffer.concat([uuidField(context.companyId), Buffer.alloc(instantLength)]);
  }

  /** The leads from place `first` up to `end` in the order of their arrival. */
  write(first: number, end: number): void {
    const { calendar, total } = this.#context;
    const chance = new Chance(first);
    for (let place = first; place < end; place += 1) {
      this.#lead(chance, calendar.timeOf((place + chance.next()) / total));
    }
  }

  #lead(chance: Chance, time: number): void {
    const { pools, now } = this.#context;
    const who = draw(chance, pools.people);
    const became = draw(chance, pools.outcomes[ageGroup(now.getTime() - time)] ?? []);
    for (const id of [this.#contactId, this.#leadId]) writeNewId(id, time);
    writeInstant(this.#tail, idLength, time);

    this.contacts.row();
    for (const fields of [this.#contactId, who, this.#tail]) this.contacts.add(fields);

    this.leads.row();
    for (const fields of [this.#leadId, this.#contactId, who, became.fields]) {
      this.leads.add(fields);
    }
    this.leads.add(draw(chance, pools.arrivals));
    this.leads.add(draw(chance, pools.customFields));
    this.leads.add(imported);
    this.leads.add(this.#tail);

    this.#count(became.step.id, time);
  }

  #count(stepId: string, time: number): void {
    const dayNumber = Math.floor(time / day);
    if (dayNumber !== this.#dayNumber) {
      this.#dayNumber = dayNumber;
      this.#day = new Date(time).toISOString().slice(0, 10);
    }
    const counter = `${stepId} ${this.#day}`;
    this.counts.set(counter, (this.counts.get(counter) ?? 0) + 1);
  }
}
