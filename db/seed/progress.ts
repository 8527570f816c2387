import type { LeadEventType, LeadPriority, LeadStatus, LeadTemperature } from '#db/values/leads.ts';
import type { Chance, Weighted } from './chance.ts';

const hour = 3_600_000;

export interface Change {
  type: LeadEventType;
  from: string;
  to: string;
  at: Date;
}

export interface Progress {
  status: LeadStatus;
  priority: LeadPriority;
  temperature: LeadTemperature;
  /** How many steps the lead has gone from the first one. */
  stage: number;
  /** In order of time; for `moved`, `from` and `to` are places in the funnel. */
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

/** The statuses a person goes through on the way to the last one. */
const paths: Record<LeadStatus, readonly LeadStatus[]> = {
  new: ['new'],
  contacted: ['new', 'contacted'],
  qualified: ['new', 'contacted', 'qualified'],
  nurturing: ['new', 'contacted', 'nurturing'],
  unqualified: ['new', 'unqualified'],
  converted: ['new', 'contacted', 'qualified', 'converted'],
  lost: ['new', 'contacted', 'lost'],
};

const hopeful = new Set<LeadStatus>(['qualified', 'converted']);
const hopeless = new Set<LeadStatus>(['lost', 'unqualified']);

function temperatureOf(chance: Chance, status: LeadStatus): LeadTemperature {
  if (hopeful.has(status)) return chance.happens(0.7) ? 'hot' : 'warm';
  if (hopeless.has(status)) return chance.happens(0.6) ? 'cold' : 'warm';
  return 'warm';
}

function stageOf(chance: Chance, ageHours: number, steps: number): number {
  const pace = Math.min(0.62, ageHours / 240);
  let stage = 0;
  while (stage < steps - 1 && chance.happens(pace)) stage += 1;
  return stage;
}

const pairs = (values: readonly string[]) =>
  values.slice(1).map((to, index) => ({ from: values[index] ?? '', to }));

/** Statuses and moves take turns, what a person marked comes with them. */
function changesOf({ status, stage, temperature, priority }: Omit<Progress, 'changes'>) {
  const places = Array.from({ length: stage + 1 }, (_, place) => String(place));
  const statuses = pairs(paths[status]).map((pair) => ({ type: 'status' as const, ...pair }));
  const moves = pairs(places).map((pair) => ({ type: 'moved' as const, ...pair }));
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

/** What became of a lead since it arrived. Every change lies between its arrival and `now`. */
export function makeProgress(chance: Chance, arrivedAt: Date, now: Date, steps: number): Progress {
  const age = now.getTime() - arrivedAt.getTime();
  const stage = stageOf(chance, age / hour, steps);
  const phase = stage === 0 ? 'first' : stage === steps - 1 ? 'last' : 'middle';
  const status = age < 6 * hour ? 'new' : chance.weighted(outcomes[phase]);
  const temperature = temperatureOf(chance, status);
  const priority = status === 'new' ? 'medium' : chance.weighted(priorities);
  const state = { status, temperature, priority, stage };

  const changes = changesOf(state);
  const span = Math.min(age * 0.9, (36 + 60 * stage) * hour);
  const times = changes.map(() => arrivedAt.getTime() + span * (0.05 + 0.9 * chance.next()));
  times.sort((a, b) => a - b);

  return {
    ...state,
    changes: changes.map((change, i) => ({ ...change, at: new Date(times[i] ?? now.getTime()) })),
  };
}
