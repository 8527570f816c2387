import type { contacts, leadEvents, leads } from '#db/schema/leads.ts';
import { type Attribution, makeArrival } from './attribution.ts';
import type { Chance, Weighted } from './chance.ts';
import { type KeyIds, type KeyName, keyOf } from './keys.ts';
import { makePerson } from './people.ts';
import type { CompanyPlan } from './plan.ts';
import { type Change, makeProgress } from './progress.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const span = 30;

export type DeriveAttribution = (fields: Attribution) => {
  source: string;
  medium: string;
  channel: string;
};

export interface LeadContext {
  company: CompanyPlan;
  companyId: string;
  now: Date;
  chance: Chance;
  funnels: readonly { steps: readonly { id: string; name: string }[] }[];
  keyIds: KeyIds;
  workers: readonly { id: string; name: string }[];
  deriveAttribution: DeriveAttribution;
}

export interface LeadRows {
  contact: typeof contacts.$inferInsert;
  lead: typeof leads.$inferInsert & { createdAt: Date };
  events: (typeof leadEvents.$inferInsert)[];
  key: KeyName;
}

/** Local hours in which people fill in forms. */
const daytime: Weighted<number> = [
  [6, 1],
  [7, 3],
  [8, 6],
  [9, 9],
  [10, 10],
  [11, 10],
  [12, 7],
  [13, 7],
  [14, 9],
  [15, 9],
  [16, 8],
  [17, 7],
  [18, 6],
  [19, 6],
  [20, 6],
  [21, 4],
  [22, 2],
  [23, 1],
];

export const segments: Weighted<string> = [
  ['', 5],
  ['small business', 4],
  ['mid-market', 2],
  ['enterprise', 1],
  ['agency', 1],
];

/** A time of the day that begins at `midnight`, by the local clock, as an instant in milliseconds. */
export const daytimeOf = (chance: Chance, midnight: number, utcOffset: number) =>
  midnight + chance.weighted(daytime) * hour + chance.int(0, hour - 1) - utcOffset * hour;

/** Within the last 30 days, in daytime, weekends quieter, later days busier. */
function arrivalTime(chance: Chance, now: Date, utcOffset: number): Date {
  const midnight = Math.floor(now.getTime() / day) * day;

  for (;;) {
    const daysAgo = Math.floor(span * chance.next() ** 1.25);
    const at = new Date(daytimeOf(chance, midnight - daysAgo * day, utcOffset));
    const weekday = at.getUTCDay();
    const quiet = (weekday === 0 || weekday === 6) && chance.happens(0.55);
    if (at < now && now.getTime() - at.getTime() < span * day && !quiet) return at;
  }
}

/** The first few came minutes ago, so that "today" is never empty. */
const justNow = [4 * minute, 26 * minute, 71 * minute];

export function customFieldsOf(chance: Chance) {
  return chance.weighted<Record<string, string | number | boolean> | null>([
    [null, 7],
    [{ preferred_time: chance.pick(['morning', 'afternoon', 'evening']) }, 1],
    [{ employees: chance.int(2, 240), newsletter: chance.happens(0.5) }, 1],
  ]);
}

type Step = { id: string; name: string };
type Subject = { companyId: string; leadId: string };

/** The timeline: what people did with the lead. */
function eventsOf(
  { chance, workers }: LeadContext,
  { companyId, leadId }: Subject,
  changes: readonly Change[],
  steps: readonly Step[],
): LeadRows['events'] {
  const event = (at: Date) => ({ companyId, id: chance.uuid(at), leadId, createdAt: at });
  const byPerson = () => {
    const { id: actorId, name: actorName } = chance.pick(workers);
    return { actorKind: 'user', actorId, actorName } as const;
  };
  const nameOf = (place: string) => steps[Number(place)]?.name ?? place;

  return changes.map(({ type, from, to, at }) => ({
    ...event(at),
    type,
    from: type === 'moved' ? nameOf(from) : from,
    to: type === 'moved' ? nameOf(to) : to,
    ...byPerson(),
  }));
}

/** One lead with everything that belongs to it; the `index` decides only who came just now. */
export function makeLead(context: LeadContext, index: number): LeadRows {
  const { company, companyId, now, chance, funnels, keyIds } = context;
  const age = justNow[index];
  const createdAt = age
    ? new Date(now.getTime() - age)
    : arrivalTime(chance, now, company.utcOffset);

  const funnelIndex = age || chance.happens(0.74) ? 0 : 1;
  const steps = funnels[funnelIndex]?.steps ?? [];
  const { stage, changes, ...state } = makeProgress(chance, createdAt, now, steps.length);
  const step = steps[stage];
  if (!step) throw new Error(`${company.slug} has no step ${stage} in funnel ${funnelIndex}`);

  const { sender, fields } = makeArrival(chance, company.marketing);
  const { source, medium, channel } = context.deriveAttribution(fields);
  const key = keyOf(chance, sender, now.getTime() - createdAt.getTime(), funnelIndex);
  const person = { companyId, ...makePerson(chance, chance.weighted(company.regions)), createdAt };
  const contactId = chance.uuid(createdAt);
  const id = chance.uuid(createdAt);

  return {
    key,
    contact: { ...person, id: contactId },
    lead: {
      ...person,
      id,
      contactId,
      stepId: step.id,
      segment: chance.weighted(segments),
      ...state,
      ...fields,
      source,
      medium,
      channel,
      customFields: customFieldsOf(chance),
      origin: 'public_api',
      apiKeyId: keyIds[key],
      requestId: chance.uuid(createdAt),
    },
    events: eventsOf(context, { companyId, leadId: id }, changes, steps),
  };
}
