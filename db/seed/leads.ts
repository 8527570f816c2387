import type { contacts, leadEvents, leads } from '#db/schema/leads.ts';
import {
  type LeadEventType,
  type LeadOutcome,
  type LeadPriority,
  type LeadStatus,
  type LeadTemperature,
  standardLostReasons,
  statusOfOutcome,
} from '#db/values/leads.ts';
import { chooseKey, type KeyIds, type KeyName } from './keys.ts';
import type { CompanyPlan } from './plan.ts';
import type { Random, Weighted } from './random.ts';
import { type Attribution, flaws, makeArrival, makePerson } from './submissions.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Days before the seeding in which the demo leads arrived. */
const demoDays = 30;

interface Change {
  type: LeadEventType;
  from: string;
  to: string;
  at: Date;
}

interface Progress {
  status: LeadStatus;
  priority: LeadPriority;
  temperature: LeadTemperature;
  /** Index of the lead's step in the funnel. */
  stage: number;
  /** By time; for `moved`, `from` and `to` are indexes of steps. */
  changes: Change[];
}

const outcomes: Record<'first' | 'middle' | 'last', Weighted<LeadStatus>> = {
  first: [
    ['new', 64],
    ['contacted', 18],
    ['nurturing', 6],
    ['unqualified', 7],
    ['lost', 5],
  ],
  middle: [
    ['contacted', 40],
    ['qualified', 38],
    ['nurturing', 12],
    ['lost', 10],
  ],
  last: [
    ['converted', 85],
    ['qualified', 8],
    ['lost', 7],
  ],
};

const priorities: Weighted<LeadPriority> = [
  ['medium', 14],
  ['high', 4],
  ['urgent', 1],
  ['low', 2],
];

/** The statuses before each status, and itself. */
const paths: Record<LeadStatus, readonly LeadStatus[]> = {
  new: ['new'],
  contacted: ['new', 'contacted'],
  qualified: ['new', 'contacted', 'qualified'],
  nurturing: ['new', 'contacted', 'nurturing'],
  unqualified: ['new', 'unqualified'],
  converted: ['new', 'contacted', 'qualified', 'converted'],
  lost: ['new', 'contacted', 'lost'],
};

const promising = new Set<LeadStatus>(['qualified', 'converted']);
const closed = new Set<LeadStatus>(['lost', 'unqualified']);

function chooseTemperature(random: Random, status: LeadStatus): LeadTemperature {
  if (promising.has(status)) return random.happens(0.7) ? 'hot' : 'warm';
  if (closed.has(status)) return random.happens(0.6) ? 'cold' : 'warm';
  return 'warm';
}

function chooseStage(random: Random, ageHours: number, steps: number): number {
  const pace = Math.min(0.62, ageHours / 240);
  let stage = 0;
  while (stage < steps - 1 && random.happens(pace)) stage += 1;
  return stage;
}

const pairs = (values: readonly string[]) =>
  values.slice(1).map((to, index) => ({ from: values[index] ?? '', to }));

/** Statuses and moves alternate; temperature and priority follow. */
function changesOf({ status, stage, temperature, priority }: Omit<Progress, 'changes'>) {
  const indexes = Array.from({ length: stage + 1 }, (_, index) => String(index));
  const statuses = pairs(paths[status]).map((pair) => ({ type: 'status' as const, ...pair }));
  const moves = pairs(indexes).map((pair) => ({ type: 'moved' as const, ...pair }));
  const turns = Array.from({ length: Math.max(statuses.length, moves.length) }, (_, turn) => [
    statuses[turn],
    moves[turn],
  ]).flat();

  return [
    ...turns.filter((change) => change !== undefined),
    { type: 'temperature' as const, from: 'warm', to: temperature },
    { type: 'priority' as const, from: 'medium', to: priority },
  ].filter(({ from, to }) => from !== to);
}

/**
 * The state of a lead at `now`, and the changes that led to it, all between its arrival and `now`.
 *
 * @param end the status of leads in the last step, where that is marked
 */
export function makeProgress(
  random: Random,
  arrivedAt: Date,
  now: Date,
  steps: number,
  end?: LeadStatus,
): Progress {
  const age = now.getTime() - arrivedAt.getTime();
  const stage = chooseStage(random, age / hour, steps);
  const phase = stage === 0 ? 'first' : stage === steps - 1 ? 'last' : 'middle';
  const chosen = age < 6 * hour ? 'new' : random.weighted(outcomes[phase]);
  const status = phase === 'last' ? (end ?? chosen) : chosen;
  const temperature = chooseTemperature(random, status);
  const priority = status === 'new' ? 'medium' : random.weighted(priorities);
  const state = { status, temperature, priority, stage };

  const changes = changesOf(state);
  const span = Math.min(age * 0.9, (36 + 60 * stage) * hour);
  const times = changes.map(() => arrivedAt.getTime() + span * (0.05 + 0.9 * random.next()));
  times.sort((a, b) => a - b);

  return {
    ...state,
    changes: changes.map((change, i) => ({ ...change, at: new Date(times[i] ?? now.getTime()) })),
  };
}

export type DeriveAttribution = (fields: Attribution) => {
  source: string;
  medium: string;
  channel: string;
};

interface LeadContext {
  plan: CompanyPlan;
  companyId: string;
  now: Date;
  random: Random;
  funnels: readonly {
    steps: readonly { id: string; name: string; outcome: LeadOutcome | null }[];
  }[];
  keyIds: KeyIds;
  workers: readonly { id: string; name: string }[];
  deriveAttribution: DeriveAttribution;
}

/** Of one lead. */
export interface LeadRows {
  contact: typeof contacts.$inferInsert;
  lead: typeof leads.$inferInsert & { createdAt: Date };
  events: (typeof leadEvents.$inferInsert & { createdAt: Date })[];
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
export const daytimeOf = (random: Random, midnight: number, utcOffset: number) =>
  midnight + random.weighted(daytime) * hour + random.int(0, hour - 1) - utcOffset * hour;

/** Within the last 30 days, in daytime, weekends quieter, later days busier. */
function arrivalTime(random: Random, now: Date, utcOffset: number): Date {
  const midnight = Math.floor(now.getTime() / day) * day;

  for (;;) {
    const daysAgo = Math.floor(demoDays * random.next() ** 1.25);
    const at = new Date(daytimeOf(random, midnight - daysAgo * day, utcOffset));
    const weekday = at.getUTCDay();
    const quiet = (weekday === 0 || weekday === 6) && random.happens(0.55);
    if (at < now && now.getTime() - at.getTime() < demoDays * day && !quiet) return at;
  }
}

/** Ages of the first leads, so that "today" is never empty. The last of them have `flaws`. */
const firstAges = [4, 26, 71, 62, 75, 84].map((minutes) => minutes * minute);
const firstFlaw = firstAges.length - flaws.length;

export function makeCustomFields(random: Random) {
  return random.weighted<Record<string, string | number | boolean> | null>([
    [null, 7],
    [{ preferred_time: random.pick(['morning', 'afternoon', 'evening']) }, 1],
    [{ employees: random.int(2, 240), newsletter: random.happens(0.5) }, 1],
  ]);
}

/** The timeline: each change is made by one of the company's users. */
function makeEvents(
  { random, companyId, workers }: LeadContext,
  leadId: string,
  changes: readonly Change[],
  steps: readonly { name: string }[],
): LeadRows['events'] {
  const stepName = (index: string) => steps[Number(index)]?.name ?? index;

  return changes.map(({ type, from, to, at }) => {
    const id = random.uuid(at);
    const { id: actorId, name: actorName } = random.pick(workers);
    const values = type === 'moved' ? { from: stepName(from), to: stepName(to) } : { from, to };
    const actor = { actorKind: 'user', actorId, actorName } as const;
    return { companyId, id, leadId, type, ...values, ...actor, createdAt: at };
  });
}

/** Lost leads are in the step for them, if the funnel has one. */
function toLostStep(
  progress: Progress,
  steps: readonly { outcome: LeadOutcome | null }[],
): Progress {
  const stage = steps.findIndex(({ outcome }) => outcome === 'lost');
  const at = progress.changes.findLast(({ type }) => type === 'status')?.at;
  if (progress.status !== 'lost' || stage < 0 || !at) return progress;

  const before = progress.changes.filter(({ type, at: time }) => type !== 'moved' || time <= at);
  const from = before.findLast(({ type }) => type === 'moved')?.to ?? '0';
  const move = { type: 'moved' as const, from, to: String(stage), at };
  return { ...progress, stage, changes: [...before, move] };
}

/** Why a lead was lost, or what a won one is worth, of most of them. */
function makeOutcome(random: Random, status: LeadStatus) {
  const change = (field: string, to: string) => ({
    type: 'edited' as const,
    field,
    from: null,
    to,
  });
  if (status === 'lost' && random.happens(0.8)) {
    const lostReason = random.pick(standardLostReasons);
    return { columns: { lostReason }, event: change('lostReason', lostReason) };
  }
  if (status === 'converted' && random.happens(0.7)) {
    const wonAmount = String(random.int(8, 240) * 50);
    const columns = { wonAmount, wonCurrency: 'BRL' };
    return { columns, event: change('wonAmount', `${wonAmount} BRL`) };
  }
  return { columns: {} };
}

/** One lead with its contact, its timeline and the key that it came with. `index` selects only `firstAges`. */
export function makeLead(context: LeadContext, index: number): LeadRows {
  const { plan, companyId, now, random, funnels, keyIds } = context;
  const age = firstAges[index];
  const createdAt = age ? new Date(now.getTime() - age) : arrivalTime(random, now, plan.utcOffset);

  const funnelIndex = age || random.happens(0.74) ? 0 : 1;
  const steps = funnels[funnelIndex]?.steps ?? [];
  const way = steps.filter(({ outcome }) => outcome !== 'lost');
  const mark = way.at(-1)?.outcome;
  const end = mark ? statusOfOutcome[mark] : undefined;
  const made = makeProgress(random, createdAt, now, way.length, end);
  const { changes, ...progress } = toLostStep(made, steps);
  const { stage, ...state } = progress;
  const step = steps[stage];
  if (!step) throw new Error(`${plan.slug} has no step ${stage} in funnel ${funnelIndex}`);

  const { sender, fields } = makeArrival(random, plan.marketing);
  const { source, medium, channel } = context.deriveAttribution(fields);
  const key = chooseKey(random, sender, now.getTime() - createdAt.getTime(), funnelIndex);
  const person = makePerson(random, random.weighted(plan.regions));
  const sent = { ...person, ...flaws[index - firstFlaw]?.(person) };
  const { name, phones, email } = sent;
  const contactId = random.uuid(createdAt);
  const id = random.uuid(createdAt);
  const outcome = makeOutcome(random, state.status);
  const events = makeEvents(context, id, changes, steps);
  const ending = events.findLast(({ type }) => type === 'status');
  const answer = ending &&
    outcome.event && { ...ending, ...outcome.event, id: random.uuid(ending.createdAt) };

  return {
    key,
    contact: { companyId, id: contactId, name, phones, email, createdAt },
    lead: {
      companyId,
      ...sent,
      id,
      contactId,
      stepId: step.id,
      segment: random.weighted(segments),
      ...state,
      ...outcome.columns,
      ...fields,
      source,
      medium,
      channel,
      customFields: makeCustomFields(random),
      origin: 'public_api',
      apiKeyId: keyIds[key],
      requestId: random.uuid(createdAt),
      createdAt,
    },
    events: answer ? [...events, answer] : events,
  };
}
