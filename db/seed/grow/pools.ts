import { type Attribution, makeArrival } from '../attribution.ts';
import type { Chance } from '../chance.ts';
import { customFieldsOf, type DeriveAttribution, segments } from '../leads.ts';
import { makePerson } from '../people.ts';
import type { CompanyPlan } from '../plan.ts';
import { makeProgress } from '../progress.ts';
import { field } from './copy-rows.ts';

const hour = 3_600_000;

export interface GrowingStep {
  id: string;
  name: string;
  funnelId: string;
}

/** What became of a lead: where it stands, and its columns from `segment` to `temperature`. */
export interface Outcome {
  step: GrowingStep;
  text: string;
}

/** Parts of rows, made once and drawn from for every lead: making them is ten times as slow. */
export interface Pools {
  /** `name`, `phones`, `email`. */
  people: readonly string[];
  /** From `source` to `fbclid`. */
  arrivals: readonly string[];
  customFields: readonly string[];
  /** By the age of the lead: see `ageGroup`. */
  outcomes: readonly (readonly Outcome[])[];
}

const sizes = { people: 32_768, arrivals: 16_384, customFields: 1_024, outcomes: 2_048 };

/** Hours, each the end of an age in which leads have come about equally far. */
const ages = [6, 24, 72, 168, 336];
const oldest = 1_000;

export function ageGroup(milliseconds: number): number {
  const group = ages.findIndex((end) => milliseconds < end * hour);
  return group < 0 ? ages.length : group;
}

const attributionOrder = [
  'campaignName',
  'adName',
  'adsetName',
  'formId',
  'externalLeadId',
  'pageId',
  'pageName',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'gclid',
  'fbclid',
] as const satisfies readonly (keyof Attribution)[];

const line = (values: readonly (string | null | undefined)[]) => values.map(field).join('\t');

function personText(chance: Chance, company: CompanyPlan): string {
  const { name, phones, email } = makePerson(chance, chance.weighted(company.regions));
  return line([name, `{${phones.join(',')}}`, email]);
}

function arrivalText(chance: Chance, company: CompanyPlan, derive: DeriveAttribution): string {
  const { fields } = makeArrival(chance, company.marketing);
  const { source, medium, channel } = derive(fields);
  return line([source, medium, channel, ...attributionOrder.map((name) => fields[name])]);
}

function customText(chance: Chance): string {
  const fields = customFieldsOf(chance);
  return field(fields && JSON.stringify(fields));
}

/** Each funnel gets about a third of what the one before gets. */
function chooseFunnel(chance: Chance, funnels: readonly (readonly GrowingStep[])[]) {
  return chance.weighted(funnels.map((steps, place) => [steps, 0.35 ** place] as const));
}

function makeOutcome(
  chance: Chance,
  funnels: readonly (readonly GrowingStep[])[],
  age: number,
): Outcome {
  const steps = chooseFunnel(chance, funnels);
  const { stage, status, priority, temperature } = makeProgress(
    chance,
    new Date(0),
    new Date(age * hour),
    steps.length,
  );
  const step = steps[stage];
  if (!step) throw new Error(`A funnel has no step ${stage}`);

  return { step, text: line([chance.weighted(segments), status, priority, temperature]) };
}

interface PoolContext {
  company: CompanyPlan;
  /** Steps that take leads, in their order. */
  steps: readonly GrowingStep[];
  deriveAttribution: DeriveAttribution;
}

export function makePools(chance: Chance, context: PoolContext): Pools {
  const { company, steps, deriveAttribution } = context;
  const funnels = [...Map.groupBy(steps, ({ funnelId }) => funnelId).values()];
  const many = <Part>(length: number, make: () => Part) => Array.from({ length }, make);

  return {
    people: many(sizes.people, () => personText(chance, company)),
    arrivals: many(sizes.arrivals, () => arrivalText(chance, company, deriveAttribution)),
    customFields: many(sizes.customFields, () => customText(chance)),
    outcomes: [...ages, oldest].map((age) =>
      many(sizes.outcomes, () => makeOutcome(chance, funnels, age - 1)),
    ),
  };
}
