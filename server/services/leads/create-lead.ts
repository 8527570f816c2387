import type postgres from 'postgres';
import { v7 } from 'uuid';
import type { LeadOrigin, LeadPriority, LeadStatus, LeadTemperature } from '#db/values/leads.ts';
import type { ApiKeyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { type AttributionFields, deriveAttribution } from './derive-attribution.ts';

/** A submission, checked and trimmed. Phones are digits with country code. */
export interface Submission extends AttributionFields {
  /** A UUID, whether there is such a step or not. */
  stepId: string;
  name: string;
  phones?: string[] | undefined;
  email?: string | undefined;
  segment?: string | undefined;
  customFields?: Record<string, string | number | boolean> | undefined;
  origin: LeadOrigin;
  requestId: string;
}

export interface NewLead {
  id: string;
  contactId: string;
  segment: string;
  status: LeadStatus;
  priority: LeadPriority;
  temperature: LeadTemperature;
  source: string;
  medium: string;
  channel: string;
  /** ISO 8601, UTC, milliseconds: the database's clock. */
  createdAt: string;
}

/**
 * Contact, lead, timeline event and counter in one statement: all of them or none. The time is
 * rounded first, so that the counter's day is the day that is stored.
 */
async function insert(
  sql: postgres.Sql,
  actor: ApiKeyActor,
  lead: Omit<NewLead, 'createdAt'>,
  s: Submission,
) {
  const [row] = await sql<{ created_at: string }[]>`
    with target as (
      select s.company_id, s.id as step_id, s.name as step_name, now()::timestamptz(3) as at
      from steps s join funnels f on f.company_id = s.company_id and f.id = s.funnel_id
      where s.company_id = ${actor.companyId}
        and s.id = ${s.stepId}
        and s.archived_at is null
        and f.archived_at is null
    ), contact as (
      insert into contacts (company_id, id, name, phones, email, created_at)
      select company_id, ${lead.contactId}, ${s.name}, ${s.phones ?? []}::text[], ${s.email ?? null}, at
      from target
    ), lead as (
      insert into leads (
        company_id, id, step_id, contact_id, name, phones, email, segment,
        status, priority, temperature, source, medium, channel,
        campaign_name, ad_name, adset_name, form_id, external_lead_id, page_id, page_name,
        utm_source, utm_medium, utm_campaign, utm_term, utm_content, gclid, fbclid,
        custom_fields, origin, api_key_id, request_id, created_at
      )
      select
        company_id, ${lead.id}, step_id, ${lead.contactId}, ${s.name}, ${s.phones ?? []}::text[],
        ${s.email ?? null}, ${lead.segment},
        ${lead.status}, ${lead.priority}, ${lead.temperature}, ${lead.source}, ${lead.medium}, ${lead.channel},
        ${s.campaignName ?? null}, ${s.adName ?? null}, ${s.adsetName ?? null}, ${s.formId ?? null},
        ${s.externalLeadId ?? null}, ${s.pageId ?? null}, ${s.pageName ?? null},
        ${s.utmSource ?? null}, ${s.utmMedium ?? null}, ${s.utmCampaign ?? null}, ${s.utmTerm ?? null},
        ${s.utmContent ?? null}, ${s.gclid ?? null}, ${s.fbclid ?? null},
        ${s.customFields ? JSON.stringify(s.customFields) : null}::jsonb, ${s.origin}, ${actor.apiKeyId}, ${s.requestId}, at
      from target
      returning created_at
    ), event as (
      insert into lead_events (company_id, id, lead_id, type, "to", actor_kind, actor_id, actor_name, created_at)
      select company_id, ${v7()}, ${lead.id}, 'created', step_name, 'apiKey', ${actor.apiKeyId}, ${actor.name}, at
      from target
    ), counter as (
      insert into step_counters (company_id, step_id, day, leads)
      select company_id, step_id, (at at time zone 'UTC')::date, 1 from target
      on conflict (company_id, step_id, day) do update set leads = step_counters.leads + 1
    )
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at from lead`;
  return row;
}

/**
 * Creates a lead with its contact at the end of the way in.
 *
 * @throws NotFoundError when the step is unknown, archived or another company's: the same statement
 *   runs in all cases
 */
export async function createLead(
  sql: postgres.Sql,
  actor: ApiKeyActor,
  submission: Submission,
): Promise<NewLead> {
  const { source, medium, channel } = deriveAttribution(submission);
  const lead = {
    id: v7(),
    contactId: v7(),
    segment: submission.segment ?? '',
    status: 'new',
    priority: 'medium',
    temperature: 'warm',
    source,
    medium,
    channel,
  } as const;

  const stored = await insert(sql, actor, lead, submission);
  if (!stored) throw new NotFoundError('Funnel step not found');

  return { ...lead, createdAt: stored.created_at };
}
