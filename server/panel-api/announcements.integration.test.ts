import { and, eq, isNotNull, sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { companyChannel } from '#db/announce.ts';
import { leads } from '#db/schema/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { type Change, everything, mergeChanges } from '#db/values/changes.ts';
import { searchWords } from '#db/values/search.ts';
import { getRuntime } from '#server/runtime.ts';
import { calls } from '#server/testing/account.ts';
import { panelAccess, templateId, twinId } from '#server/testing/panel-table.ts';
import { sessionHeaders } from '#server/testing/session-headers.ts';
import { createFullTenant, type FullTenant } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import { createPanelContext } from './panel-context.ts';
import { panelRouter } from './panel-router.ts';
import { panelServices } from './panel-services.ts';
import { createCallerFactory } from './panel-trpc.ts';

const base = withTestDatabase();
withWebServer(() => base.url);
const createCaller = createCallerFactory(panelRouter);

const onlyAudit = () => ({ audit: 'all' }) as const;
const nothing = () => ({});
const funnel = (own: FullTenant): Change => ({ funnels: [own.funnel.id], audit: 'all' });
const key = (own: FullTenant): Change => ({ keys: [own.key.id], audit: 'all' });
const inactiveKey = (own: FullTenant): Change => ({ keys: [own.inactiveKey.id], audit: 'all' });
const lead = (own: FullTenant): Change => ({ leads: [own.lead.id], audit: 'all' });
const pair = (own: FullTenant): Change => ({ leads: [own.lead.id, twinId].sort(), audit: 'all' });
const moved = (own: FullTenant): Change => ({
  ...lead(own),
  steps: [own.step.id, own.otherStep.id],
});
const removed = (own: FullTenant): Change => ({
  leads: [own.test.id],
  steps: [own.step.id],
  audit: 'all',
});
const template = () => ({ templates: [templateId], audit: 'all' });
const anId = [expect.any(String)];

/** What each mutation announces, with the inputs of the table of procedures. */
const announced: Record<string, (own: FullTenant) => object> = {
  'account.beginSecondFactor': nothing,
  'account.changePassword': onlyAudit,
  'account.confirmSecondFactor': onlyAudit,
  'account.disableSecondFactor': onlyAudit,
  'account.endOtherSessions': nothing,
  'account.endSession': onlyAudit,
  'account.renewRecoveryCodes': onlyAudit,
  'account.setTimeZone': nothing,
  'apiKeys.activate': inactiveKey,
  'apiKeys.create': () => ({ keys: anId, audit: 'all' }),
  'apiKeys.deactivate': key,
  'apiKeys.delete': inactiveKey,
  'apiKeys.markSecretCopied': (own) => ({ keys: [own.key.id] }),
  'apiKeys.rotate': key,
  'apiKeys.saveMapping': key,
  'apiKeys.sentPaths': nothing,
  'apiKeys.tryBody': nothing,
  'apiKeys.tryMapping': nothing,
  'apiKeys.update': key,
  'companies.saveLostReasons': onlyAudit,
  'companies.update': () => everything,
  'comparison.add': (own) => ({
    leads: anId,
    steps: [own.step.id],
    keys: [own.key.id],
    audit: 'all',
  }),
  'comparison.compare': nothing,
  'funnels.archive': funnel,
  'funnels.create': () => ({ funnels: anId, audit: 'all' }),
  'funnels.rename': funnel,
  'funnels.reorder': () => ({ funnels: 'all' }),
  'funnels.restore': nothing,
  'inboundAddresses.create': key,
  'inboundAddresses.delete': key,
  'inboundAddresses.pause': key,
  'inboundAddresses.resume': key,
  'inboundAddresses.reveal': onlyAudit,
  'inboundAddresses.rotate': key,
  'inboundAddresses.update': key,
  'leads.addNote': lead,
  'leads.assign': lead,
  'leads.changeMany': moved,
  'leads.create': (own) => ({ leads: anId, steps: [own.step.id], audit: 'all' }),
  'leads.deleteNote': lead,
  'leads.edit': lead,
  'leads.editNote': lead,
  'leads.erase': removed,
  'leads.markDistinct': pair,
  'leads.merge': (own) => ({ ...pair(own), steps: [own.step.id] }),
  'leads.move': moved,
  'leads.open': (own) => ({ leads: [own.lead.id] }),
  'leads.planFollowUp': lead,
  'leads.recordCall': lead,
  'leads.recordMessage': lead,
  'leads.removeTest': removed,
  'leads.undo': lead,
  'leads.undoChange': lead,
  'leads.unmerge': (own) => ({ ...pair(own), steps: [own.step.id] }),
  'leads.update': lead,
  'messageTemplates.create': () => ({ templates: anId, audit: 'all' }),
  'messageTemplates.delete': template,
  'messageTemplates.update': template,
  'notifications.chooseNewLeads': nothing,
  'notifications.markRead': nothing,
  'notifications.readLead': nothing,
  'replays.cancel': () => ({ audit: 'all' }),
  'replays.correct': (own) => ({
    leads: anId,
    steps: [own.step.id],
    keys: [own.key.id],
    audit: 'all',
  }),
  'replays.start': () => ({ audit: 'all' }),
  'replays.undo': () => ({ audit: 'all' }),
  'selfTest.finish': nothing,
  'selfTest.prepare': () => ({ keys: expect.any(Array), audit: 'all' }),
  'steps.archive': (own) => ({ ...moved(own), ...funnel(own) }),
  'steps.create': funnel,
  'steps.moveLeads': moved,
  'steps.rename': funnel,
  'steps.reorder': (own) => ({ funnels: [own.funnel.id] }),
  'steps.restore': nothing,
  'steps.setOutcome': funnel,
  'views.create': nothing,
  'views.delete': nothing,
  'views.update': nothing,
};

const mutations = Object.keys(panelAccess).filter(
  (path) => Reflect.get(panelRouter._def.procedures, path)._def.type === 'mutation',
);

let listener: postgres.Sql;
let own: FullTenant;
const companies = new Set<string>();
const heard: string[] = [];

beforeAll(async () => {
  listener = postgres(base.url, { max: 1 });
  await listener.listen(companyChannel, (payload) => heard.push(payload));
});
afterAll(() => listener.end());
beforeEach(async () => {
  own = await createFullTenant(base.db);
  companies.add(own.companyId);
  await base.db.execute(sql`
    update leads set search_words = words::tsvector from (values
      ${sql.join(
        [own.lead, own.test].map((each) => sql`(${each.id}::uuid, ${searchWords(each, 0)}::text)`),
        sql`, `,
      )}) as made (id, words)
    where leads.company_id = ${own.companyId}::uuid and leads.id = made.id`);
});

let marks = 0;

/** Announces a mark, and resolves with how much was heard before it. */
async function heardUntilNow(): Promise<number> {
  marks += 1;
  const mark = `mark ${marks}`;
  await base.sql`select pg_notify(${companyChannel}, ${mark})`;
  await expect.poll(() => heard).toContain(mark);

  return heard.indexOf(mark);
}

async function call(path: string): Promise<void> {
  const access = panelAccess[path];
  if (!access) throw new Error(`${path} is not in the table`);
  const claims = await own.newMember('admin');
  await access.prepare?.(base.db, claims.userId, own);
  const headers = await sessionHeaders(own.host, own.company.slug, claims);
  const services = { ...panelServices(getRuntime()), db: base.db, calls };
  const caller: unknown = createCaller(createPanelContext(services, headers));
  const procedure = path
    .split('.')
    .reduce<unknown>((part, name) => Reflect.get(Object(part), name), caller);
  if (typeof procedure !== 'function') throw new Error(`${path} cannot be called`);
  await procedure(access.input(own));
}

/** Leads whose words are not those of their columns. */
async function staleWords(): Promise<string[]> {
  const isOwn = and(eq(leads.companyId, own.companyId), isNotNull(leads.searchWords));
  const rows = await base.db.select().from(leads).where(isOwn);
  const wanted = rows.map((row) => searchWords(row, 0));
  const found = await base.sql`
    select l.id from leads l
    join unnest(${rows.map(({ id }) => id)}::uuid[], ${wanted}::text[]) as row (id, words) on row.id = l.id
    where l.company_id = ${own.companyId} and l.search_words <> row.words::tsvector`;
  return found.map(({ id }) => String(id));
}

/** By step with leads: what is counted, less the leads that there are. */
const miscounts = () => base.sql`
  select * from (select s.id, coalesce((
      select sum(c.leads) from step_counters c where c.company_id = s.company_id and c.step_id = s.id
    ), 0)::int - (
      select count(*) from leads l where l.company_id = s.company_id and l.step_id = s.id
        and l.origin <> 'test' and l.deleted_at is null
    )::int as difference
  from steps s where s.company_id = ${own.companyId}) counted where difference <> 0 order by id`;

test('the table holds every mutation and no other', () => {
  expect(Object.keys(announced).sort()).toEqual(mutations.sort());
});

describe.each(mutations)('%s', (path) => {
  test('names what it has changed, and keeps words and counts of leads', async () => {
    const counted = await miscounts();
    const begin = await heardUntilNow();
    await call(path);
    await heardUntilNow();
    const payloads = () => heard.slice(begin + 1).filter((payload) => !payload.startsWith('mark'));
    const change = () => {
      const merged = payloads()
        .filter((payload) => payload.startsWith(own.companyId))
        .map((payload): Change => JSON.parse(payload.slice(payload.indexOf(' '))))
        .reduce(mergeChanges, {});
      const { leads: named } = merged;
      return Array.isArray(named) ? { ...merged, leads: named.toSorted() } : merged;
    };

    // What intake stores is announced a moment later, also for the company of the test before.
    await expect.poll(change).toEqual(announced[path]?.(own));
    expect(payloads().filter((payload) => !companies.has(payload.split(' ')[0] ?? ''))).toEqual([]);
    expect(await staleWords()).toEqual([]);
    expect(await miscounts()).toEqual(counted);
  });
});
