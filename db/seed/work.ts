import type { leadEvents } from '#db/schema/leads.ts';
import type { Role } from '#db/values/access.ts';
import type { CallOutcome, LeadStatus } from '#db/values/leads.ts';
import { dayIn, endOfDay } from '../values/time-zone.ts';
import type { LeadRows } from './leads.ts';
import type { Random, Weighted } from './random.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type Event = LeadRows['events'][number];
type EventValues = Pick<Event, 'type'> &
  Partial<Pick<typeof leadEvents.$inferInsert, 'from' | 'to' | 'text'>>;

export interface Worker {
  id: string;
  name: string;
  role: Role;
}

interface WorkContext {
  random: Random;
  now: Date;
  timeZone: string;
  /** Members who work on leads, an admin among them. */
  workers: readonly Worker[];
}

const messages = [
  'We are twelve people and would like to start next month. What does it cost?',
  'Please call me after 6 pm, I am at work until then.',
  'Does it work together with our online shop?',
  'I saw your video. Can I try it first?',
  'We use spreadsheets today and lose track of enquiries.',
  'Can you send me an offer for three branches?',
];

const spoken = [
  'Wants an offer for **ten users** by the end of the week.',
  'Compares us with one other vendor. Decides with her partner.',
  'Happy with the demo. Asked for a contract over 12 months.',
  'Needs an import of 4,000 contacts before they start.',
  'Budget is approved for next quarter.',
];

const unanswered = [null, null, 'Voicemail, sent a message as well.', 'Line was busy twice.'];

const notes = [
  'Sent the price list and the two case studies.',
  'Prefers WhatsApp. Answers in the evening.',
  'Next steps:\n- send the offer\n- book a call with the technician\n- agree on the start',
  'Came through a recommendation by an existing customer.',
  'The shop has 3 branches and about 25 employees.',
  'Asked about the *annual* discount. I offered 10 %.',
  'Decides together with the brother. Call him next time.',
];

const callOutcomes: Record<'open' | 'changed', Weighted<CallOutcome>> = {
  open: [
    ['noAnswer', 8],
    ['wrongNumber', 1],
  ],
  changed: [
    ['spoke', 4],
    ['noAnswer', 1],
  ],
};

const textOf = (random: Random, outcome: CallOutcome) => {
  if (outcome === 'spoke') return random.pick(spoken);
  return outcome === 'noAnswer' ? random.pick(unanswered) : null;
};

function eventOf({ lead }: LeadRows, random: Random, by: Worker, at: number, values: EventValues) {
  const createdAt = new Date(at);
  return {
    companyId: lead.companyId,
    id: random.uuid(createdAt),
    leadId: lead.id,
    ...values,
    actorKind: 'user' as const,
    actorId: by.id,
    actorName: by.name,
    createdAt,
  };
}

/** Within the target of an hour, or beyond it. */
const contactDelay = (random: Random) =>
  random.happens(0.65) ? random.int(4, 50) * minute : random.int(70, 900) * minute;

/** Milliseconds. Undefined: not contacted yet. */
function contactTime({ lead, events }: LeadRows, random: Random, now: number) {
  const createdAt = lead.createdAt.getTime();
  const age = now - createdAt;
  const changed = events.find(({ type }) => type === 'status')?.createdAt.getTime();
  const chance = age > day ? 0.85 : 0.4;
  if (changed === undefined && (age < 2 * hour || !random.happens(chance))) return undefined;

  const latest = (changed ?? createdAt + age * 0.9) - minute;
  return Math.min(createdAt + contactDelay(random), latest);
}

/** What the members of a company did with a lead: its owner, calls and notes. */
function workOn(rows: LeadRows, { random, now, workers }: WorkContext): LeadRows {
  const { lead, events } = rows;
  const createdAt = lead.createdAt.getTime();
  const age = now.getTime() - createdAt;
  const contactedAt = contactTime(rows, random, now.getTime());
  const message = lead.formId === undefined && random.happens(0.3) ? random.pick(messages) : null;
  const isTaken = events.length > 0 || contactedAt !== undefined || random.happens(0.4);
  if (!isTaken) {
    const openedAt = age > 3 * hour ? new Date(createdAt + age / 2) : null;
    return { ...rows, lead: { ...lead, message, openedAt } };
  }

  const admin = workers.find(({ role }) => role === 'admin');
  const owner = random.weighted(workers.map((each) => [each, each === admin ? 1 : 2]));
  // Before the first of the other events.
  const first = Math.min(age, (contactedAt ?? createdAt + age) - createdAt);
  const assignedAt = Math.floor(createdAt + first * 0.2);
  const openedAt = Math.floor(createdAt + first * 0.5);
  const add = (at: number, values: EventValues, by = owner) =>
    eventOf(rows, random, by, at, values);
  const assigned = add(
    assignedAt,
    { type: 'owner', from: null, to: owner.name },
    random.happens(0.5) ? admin : owner,
  );
  const work: Event[] = [assigned, ...events.map((event) => ({ ...event, ...actorOf(owner) }))];

  if (contactedAt !== undefined) {
    const kind = lead.status === 'new' ? 'open' : 'changed';
    const outcome = random.weighted(callOutcomes[kind]);
    const text = textOf(random, outcome);
    work.push(add(contactedAt, { type: 'call', to: outcome, text }));
    if (random.happens(0.45)) {
      const at = contactedAt + Math.floor((now.getTime() - contactedAt) * 0.4 * random.next());
      work.push(add(at, { type: 'note', text: random.pick(notes) }));
    }
  }

  return {
    ...rows,
    lead: {
      ...lead,
      message,
      ownerId: owner.id,
      assignedAt: assigned.createdAt,
      openedAt: contactedAt === undefined && random.happens(0.5) ? null : new Date(openedAt),
      firstContactAt: contactedAt === undefined ? null : new Date(contactedAt),
    },
    events: work,
  };
}

const actorOf = ({ id, name }: Worker) => ({ actorId: id, actorName: name });

/** Leads with open ends. */
const open = new Set<LeadStatus>(['new', 'contacted', 'qualified', 'nurturing']);

/** Local working hours of the coming days: when follow-ups are planned that are not due today. */
const laterFollowUp = (random: Random, endOfToday: number) =>
  endOfToday + random.int(0, 6) * day + random.int(18, 35) * (hour / 2);

/**
 * Plans follow-ups for contacted leads that are still open. Each member has one due today, the admin
 * also one that is due now and one from the day before.
 */
function planFollowUps(made: readonly LeadRows[], context: WorkContext): LeadRows[] {
  const { random, now, timeZone, workers } = context;
  const endOfToday = Number(endOfDay(timeZone, dayIn(timeZone, now)));
  const today = (offset: number) => Math.min(now.getTime() + offset, endOfToday - 15 * minute);
  const due = new Map(
    workers.map(({ id, role }, index) => [
      id,
      role === 'admin'
        ? [endOfToday - 33 * hour, now.getTime() - 20 * minute, today(2 * hour)]
        : [today((index + 1) * hour)],
    ]),
  );

  return made.map((rows) => {
    const { lead, events } = rows;
    const owner = workers.find(({ id }) => id === lead.ownerId);
    const last = Math.max(0, ...events.map(({ createdAt }) => createdAt.getTime()));
    const isOld = last < now.getTime() - 2 * day;
    if (!owner || !lead.firstContactAt || !isOld || !open.has(lead.status)) return rows;

    const next = due.get(owner.id)?.shift();
    if (next === undefined && !random.happens(0.3)) return rows;
    const followUpAt = new Date(next ?? laterFollowUp(random, endOfToday));
    const to = followUpAt.toISOString();
    const values = { type: 'followUp' as const, from: null, to };
    const planned = eventOf(rows, random, owner, last + 5 * minute, values);
    return { ...rows, lead: { ...lead, followUpAt }, events: [...events, planned] };
  });
}

/** Places of leads, from the newest, whose person is known: the same phones and ID of the sender. */
const repeats = [3, 9];

function repeatPeople(made: readonly LeadRows[]): LeadRows[] {
  const isWhole = ({ phones, phoneMarks, nameFrom }: LeadRows['lead']) =>
    phones.length > 0 && !phoneMarks && !nameFrom;
  const sent = made.filter(({ lead }) => lead.externalLeadId && isWhole(lead));
  const newest = sent.toSorted((one, other) => timeOf(other) - timeOf(one));
  const repeated = new Map(repeats.map((place, index) => [newest[place], newest.at(-1 - index)]));

  return made.map((rows) => {
    const earlier = repeated.get(rows);
    if (!earlier) return rows;
    const { phones, email, externalLeadId, name } = earlier.lead;
    const person = { name: name.split(' ')[0] ?? name, phones, email };
    return {
      ...rows,
      contact: { ...rows.contact, ...person },
      lead: { ...rows.lead, ...person, externalLeadId },
    };
  });
}

const timeOf = ({ lead }: LeadRows) => lead.createdAt.getTime();

/** The leads of a company as its members left them: owned, called, noted, and planned. */
export function addWork(made: readonly LeadRows[], context: WorkContext): LeadRows[] {
  const worked = repeatPeople(made).map((rows) => workOn(rows, context));
  return planFollowUps(worked, context);
}
