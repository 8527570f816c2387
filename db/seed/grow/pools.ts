import { type Attribution, makeArrival } from '../attribution.ts';
import type { Chance } from '../chance.ts';
import { customFieldsOf, type DeriveAttribution, segments } from '../leads.ts';
import { makePerson } from '../people.ts';
import type { CompanyPlan } from '../plan.ts';
import { makeProgress } from '../progress.ts';
import { jsonbField, textArrayField, textField, uuidField } from './fields.ts';

const hour = 3_600_000;

export interface GrowingStep {
  id: string;
  name: string;
  funnelId: string;
}

/** What became of a lead: its columns from `step_id` to `temperature`. */
export interface Outcome {
  step: GrowingStep;
  fields: Buffer;
}

/** Parts of rows, made once and drawn from for every lead: making them is ten times as slow. */
export interface Pools {
  /** `name`, `phones`, `email`. */
  people: readonly Buffer[];
  /** From `source` to `fbclid`. */
  arrivals: readonly Buffer[];
  /** Alone. */
  customFields: readonly Buffer[];
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

const texts = (values: readonly (string | null | undefined)[]) =>
  Buffer.concat(values.map(textField));

function makePersonFields(chance: Chance, company: CompanyPlan): Buffer {
  const { name, phones, email } = makePerson(chance, chance.weighted(company.regions));
  return Buffer.concat([textField(name), textArrayField(phones), textField(email)]);
}

function makeArrivalFields(chance: Chance, company: CompanyPlan, derive: DeriveAttribution) {
  const { fields } = makeArrival(chance, company.marketing);
  const { source, medium, channel } = derive(fields);
  return texts([source, medium, channel, ...attributionOrder.map((name) => fields[name])]);
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

  return {
    step,
    fields: Buffer.concat([
      uuidField(step.id),
      texts([chance.weighted(segments), status, priority, temperature]),
    ]),
  };
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
    people: many(sizes.people, () => makePersonFields(chance, company)),
    arrivals: many(sizes.arrivals, () => makeArrivalFields(chance, company, deriveAttribution)),
    customFields: many(sizes.customFields, () => jsonbField(customFieldsOf(chance))),
    outcomes: [...ages, oldest].map((age) =>
      many(sizes.outcomes, () => makeOutcome(chance, funnels, age - 1)),
    ),
  };
}
