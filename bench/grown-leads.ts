import type postgres from 'postgres';
import { z } from 'zod';

/** What leads can be filtered by. */
export interface FilterValues {
  source: string;
  campaign: string;
  status: string;
  priority: string;
  hasPhone: boolean;
  keyId: string;
  ownerId: string;
  stepId: string;
  funnelId: string;
}

export interface Grown {
  /** Values that many leads have. */
  common: FilterValues;
  /** Values that few leads have each, all of them among the oldest. */
  rare: FilterValues;
}

/** Leads that have a rare value. */
export const rareLeads = 5;
export const deletedLeads = 60;
const oldestLeads = 1_000;

const campaigns = ['Spring', 'Summer', 'Autumn', 'Winter', 'Fair', 'Webinar', 'Guide', 'Brand'];
const named = z.object({ id: z.string() });
const funnelWithStep = z.object({ id: z.string(), steps: z.tuple([named], named) });

interface Company {
  sql: postgres.Sql;
  cli(...args: string[]): Promise<unknown>;
  tenant: {
    companyId: string;
    funnelId: string;
    stepId: string;
    apiKeyId: string;
    admin: { id: string };
  };
}

/**
 * The leads of `demo grow` have no key and no owner. A trigger gives them both while they are
 * inserted, since to update ten million rows would write each of them twice. It also keeps the rare
 * values free.
 */
async function startDressing(
  { sql, tenant: { apiKeyId, admin } }: Company,
  [secondKey, thirdKey]: readonly [string, string],
  agent: string,
): Promise<void> {
  await sql.unsafe(`
    create function bench_dress() returns trigger language plpgsql as $$
    declare
      keys constant uuid[] := '{${apiKeyId},${secondKey},${thirdKey}}';
      campaigns constant text[] := '{${campaigns}}';
      drawn constant float8 := random();
    begin
      new.origin := 'public_api';
      new.api_key_id := keys[1 + floor(3 * drawn * drawn)::int];
      if new.campaign_name is not null then
        new.campaign_name := campaigns[1 + floor(8 * drawn * random())::int];
      end if;
      if new.status = 'unqualified' then new.status := 'lost'; end if;
      if new.priority = 'urgent' then new.priority := 'high'; end if;
      if cardinality(new.phones) = 0 then new.phones := '{5511987654321}'; end if;
      if new.status <> 'new' then
        new.opened_at := new.created_at + interval '20 minutes';
        new.first_contact_at := new.opened_at;
      end if;
      if new.status <> 'new' or drawn < 0.1 then
        new.owner_id := case when random() < 0.7 then '${agent}'::uuid else '${admin.id}'::uuid end;
        new.assigned_at := new.created_at + interval '10 minutes';
      end if;
      return new;
    end $$;
    create trigger bench_dress before insert on leads for each row execute function bench_dress()`);
}

/** Rare values for some of the oldest leads, and deletes others. */
const makeRare = (sql: postgres.Sql, companyId: string, rare: FilterValues, source: string) => sql`
  update leads set
    search_words = null,
    source = case kind when 0 then ${rare.source} when 3 then ${source} else source end,
    campaign_name = case kind when 1 then ${rare.campaign} else campaign_name end,
    api_key_id = case kind when 2 then ${rare.keyId}::uuid else api_key_id end,
    status = case kind when 3 then ${rare.status} else status end,
    priority = case kind when 4 then ${rare.priority} else priority end,
    owner_id = case kind when 5 then ${rare.ownerId}::uuid else owner_id end,
    step_id = case kind when 6 then ${rare.stepId}::uuid else step_id end,
    phones = case kind when 7 then '{}' else phones end,
    deleted_at = case when kind > 7 then now() end
  from (
    select id, (row_number() over (order by random()) - 1) / ${rareLeads}::int as kind
    from (
      select id from leads where company_id = ${companyId} order by id limit ${oldestLeads}
    ) oldest
    limit ${8 * rareLeads + deletedLeads}
  ) drawn
  where leads.company_id = ${companyId} and leads.id = drawn.id`;

/**
 * Adds generated leads to a company until it looks like one in use: with sources, campaigns, keys,
 * owners, and a few leads with values of their own.
 */
export async function growLeads(company: Company, leads: number): Promise<Grown> {
  const { sql, cli, tenant } = company;
  const ofCompany = ['--company', 'bench'];
  const idOf = async (...args: string[]) => named.parse(await cli(...args, ...ofCompany)).id;
  const createKey = (name: string) => idOf('keys', 'create', '--name', name);
  const createAgent = (name: string) =>
    idOf('users', 'create', `${name}@example.com`, '--name', name, '--role', 'agent');
  const keys = [await createKey('Website'), await createKey('Partner')] as const;
  const agent = await createAgent('ana');

  await startDressing(company, keys, agent);
  await cli('demo', 'grow', '--leads', String(leads), ...ofCompany);
  await sql`drop function bench_dress() cascade`;

  const funnel = funnelWithStep.parse(
    await cli('funnels', 'create', 'Partners', ...ofCompany, '--steps', 'Applied,Active'),
  );
  const common: FilterValues = {
    source: 'google',
    campaign: campaigns[0] ?? '',
    status: 'contacted',
    priority: 'medium',
    hasPhone: true,
    keyId: tenant.apiKeyId,
    ownerId: agent,
    stepId: tenant.stepId,
    funnelId: tenant.funnelId,
  };
  const rare: FilterValues = {
    source: 'quill fair',
    campaign: 'Quill Fair',
    status: 'unqualified',
    priority: 'urgent',
    hasPhone: false,
    keyId: await createKey('Quill Fair'),
    ownerId: await createAgent('quill'),
    stepId: funnel.steps[0].id,
    funnelId: funnel.id,
  };
  await makeRare(sql, tenant.companyId, rare, common.source);
  return { common, rare };
}
