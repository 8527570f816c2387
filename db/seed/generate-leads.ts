import { randomInt } from 'node:crypto';
import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { columnName } from '#db/schema/columns.ts';
import { funnels, stepCounters, steps } from '#db/schema/funnels.ts';
import { contacts, leads } from '#db/schema/leads.ts';
import {
  type DeriveAttribution,
  daytimeOf,
  makeCustomFields,
  makeProgress,
  segments,
} from './leads.ts';
import { type CompanyPlan, plan } from './plan.ts';
import { Random } from './random.ts';
import { countLeads, readClock } from './seed-demo.ts';
import { makeArrival, makePerson } from './submissions.ts';

const hour = 3_600_000;
const day = 24 * hour;
const week = 7 * day;
const year = 52 * week;

/** Leads in one transaction: what Ctrl+C waits for, and what a killed process loses. */
const batchSize = 10_000;
/** Samples of each kind that are made for a batch: a lead combines one person and one submission. */
const samplesPerBatch = 1_000;

interface GenerateOptions {
  company: { id: string; slug: string; timeZone: string };
  /** How many are added. */
  leads: number;
  deriveAttribution: DeriveAttribution;
  /** Stops after the batch under way. */
  signal: AbortSignal;
  /** Called after each commit with all leads that were added so far. */
  onProgress(added: number): void;
}

/** A company outside the demo data gets the customers of the first demo company. */
function planFor(slug: string): CompanyPlan {
  const companies = plan.flatMap((application) => application.companies);
  const found = companies.find((company) => company.slug === slug) ?? companies[0];
  if (!found) throw new Error('The demo has no company');
  return found;
}

/**
 * When a lead arrived, in milliseconds: in daytime, fewer at weekends, and twice as many at the end
 * of the year before `now` as at its beginning.
 *
 * @param place 0 to 1, among all leads in the order of time
 */
export function arrivalInYear(
  random: Random,
  place: number,
  now: number,
  utcOffset: number,
): number {
  const even = now - year * (2 - Math.sqrt(1 + 3 * place));
  let midnight = Math.floor((even + utcOffset * hour) / day) * day;
  const weekday = new Date(midnight).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  if (isWeekend && random.happens(0.55)) {
    midnight -= (random.int(1, 5) + (weekday === 0 ? 1 : 0)) * day;
  }

  const time = daytimeOf(random, midnight, utcOffset);
  if (time > now) return time - week;
  return time < now - year ? time + week : time;
}

const toColumns = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [columnName(name), value]));

interface SampleContext {
  random: Random;
  companyPlan: CompanyPlan;
  deriveAttribution: DeriveAttribution;
  /** IDs of the steps that take leads, by funnel. */
  openSteps: readonly (readonly string[])[];
  now: number;
  /** The batch's first and last place among all leads, 0 to 1. */
  places: readonly [number, number];
}

/** How a lead arrived, when, and what became of it. */
function makeSubmission({ random, companyPlan, openSteps, now, ...context }: SampleContext) {
  const [first, last] = context.places;
  const place = first + (last - first) * random.next();
  const createdAt = new Date(arrivalInYear(random, place, now, companyPlan.utcOffset));
  // Each funnel gets about a third of what the one before it gets.
  const stepIds = random.weighted(openSteps.map((ids, index) => [ids, 0.35 ** index] as const));
  const progress = makeProgress(random, createdAt, new Date(now), stepIds.length);
  const { stage, status, priority, temperature } = progress;
  const { fields } = makeArrival(random, companyPlan.marketing);
  const { source, medium, channel } = context.deriveAttribution(fields);

  return {
    ...fields,
    createdAt,
    stepId: stepIds[stage],
    segment: random.weighted(segments),
    status,
    priority,
    temperature,
    source,
    medium,
    channel,
    customFields: makeCustomFields(random),
  };
}

/** Rows for `jsonb_populate_recordset`. */
const sampleRows = (make: () => object) =>
  JSON.stringify(Array.from({ length: samplesPerBatch }, () => toColumns(make())));

const columnsOf = (table: string, columns: readonly string[]) =>
  sql.raw(columns.map((column) => `${table}.${column}`).join(', '));
const made = ['company_id', 'id', 'contact_id', 'origin', 'created_at', 'day'];
const personal = ['name', 'phones', 'email'];
const submitted = Object.keys(getTableColumns(leads))
  .map(columnName)
  .filter((column) => ![...made, ...personal].includes(column));

/** A version 4 UUID with the time in its first 48 bits and the version bits set to 7 (RFC 9562). */
const uuidV7 = (at: SQL) => sql`encode(set_bit(set_bit(
  overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from ${at}) * 1000)::bigint) from 3) from 1 for 6),
  52, 1), 53, 1), 'hex')::uuid`;

/**
 * Of a person of its own, though the sample makes many: else each lead would be a possible duplicate of
 * others. Numbers that are reserved for fiction stay.
 */
const ownPhones = sql`array(
  select case when phone ~ '^(1|33|44)' then phone
    else left(phone, -5) || lpad(floor(random() * 100000)::int::text, 5, '0') end
  from unnest(person.phones) with ordinality sent (phone, place) order by place)`;
const ownEmail = sql`replace(person.email, '@', floor(random() * 100000)::int || '@')`;

/** Fills the table `generated`, in the order of time. Each lead combines two samples at random. */
function generateRows(
  { id: companyId, timeZone }: GenerateOptions['company'],
  count: number,
  context: SampleContext,
): SQL {
  const { random, companyPlan } = context;
  const people = sampleRows(() => makePerson(random, random.weighted(companyPlan.regions)));
  const submissions = sampleRows(() => makeSubmission(context));
  const randomSample = sql`1 + floor(random() * ${samplesPerBatch}::int)::int`;

  return sql`
    insert into generated (${sql.raw([...made, ...personal, ...submitted].join(', '))})
    select ${companyId}::uuid, ${uuidV7(sql`at`)}, ${uuidV7(sql`at`)}, 'import', at, (at at time zone ${timeZone}::text)::date,
      person.name, ${ownPhones}, ${ownEmail}, ${columnsOf('submission', submitted)}
    from (
      select ${randomSample} as person, ${randomSample} as submission, random() * interval '1 hour' as earlier
      from generate_series(1, ${count}::int)
    ) drawn
    join jsonb_populate_recordset(null::leads, ${people}::text::jsonb) with ordinality person
      on person.ordinality = drawn.person
    join jsonb_populate_recordset(null::leads, ${submissions}::text::jsonb) with ordinality submission
      on submission.ordinality = drawn.submission
    cross join lateral date_trunc('milliseconds', submission.created_at - earlier) at
    order by at`;
}

/** IDs of the steps that take leads, by funnel, in their order. */
async function listOpenSteps(db: Database, companyId: string): Promise<string[][]> {
  const rows = await db
    .select({ id: steps.id, funnelId: steps.funnelId })
    .from(steps)
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .where(
      and(eq(steps.companyId, companyId), isNull(steps.archivedAt), isNull(funnels.archivedAt)),
    )
    .orderBy(funnels.position, funnels.id, steps.position, steps.id);

  return [...Map.groupBy(rows, ({ funnelId }) => funnelId).values()].map((funnel) =>
    funnel.map(({ id }) => id),
  );
}

/** Inserts a batch in one transaction: `rows` fills the temporary table `generated`. */
async function addBatch(db: Database, rows: SQL): Promise<void> {
  await db.transaction(async (tx) => {
    // The plan of a foreign key check is cached for the connection. A plan made while the table is
    // nearly empty would scan the whole table for each row.
    await tx.execute(
      sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`,
    );
    await tx.execute(sql`create temporary table generated (like ${leads}) on commit drop`);
    await tx.execute(rows);
    await tx.execute(sql`
      insert into ${contacts} (company_id, id, name, phones, email, created_at)
      select company_id, contact_id, name, phones, email, created_at from generated`);
    await tx.execute(sql`insert into ${leads} select * from generated`);
    await tx.execute(sql`
      ${countLeads(sql`generated`)}
      on conflict (company_id, step_id, day, shard)
      do update set leads = ${stepCounters.leads} + excluded.leads`);
  });
}

/**
 * Adds leads of the past year to a company, as if they had been imported: each with its contact and
 * its count, in the steps that take leads.
 *
 * @returns how many were added: fewer than asked for after `signal`
 * @throws Error when no step takes leads
 */
export async function generateLeads(db: Database, options: GenerateOptions): Promise<number> {
  const { company, leads: total, deriveAttribution, signal, onProgress } = options;
  const companyPlan = planFor(company.slug);
  const random = new Random(randomInt(2 ** 32));
  const now = await readClock(db);

  let added = 0;
  while (added < total && !signal.aborted) {
    const openSteps = await listOpenSteps(db, company.id);
    if (openSteps.length === 0) {
      throw new Error(
        `The company "${company.slug}" has no step that takes leads: create a funnel, or restore one`,
      );
    }

    const end = Math.min(added + batchSize, total);
    const places = [added / total, end / total] as const;
    const context = { random, companyPlan, deriveAttribution, openSteps, now, places };
    await addBatch(db, generateRows(company, end - added, context));
    added = end;
    onProgress(added);
  }

  if (added === total) await db.execute(sql`analyze contacts, leads, step_counters`);
  return added;
}
