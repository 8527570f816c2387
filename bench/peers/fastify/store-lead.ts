import type postgres from 'postgres';
import { v7 } from 'uuid';
import type { z } from 'zod';
import type { createLeadInput } from '#server/public-api/lead-schema.ts';
import type { Key } from './key-cache.ts';

type Submission = z.infer<typeof createLeadInput> & { requestId: string };

/** Both inserts are sent at once, so that the transaction costs three round trips and not four. */
export async function storeLead(sql: postgres.Sql, key: Key, submission: Submission) {
  const { name, phones = [], email = null, segment = '' } = submission;
  const lead = {
    id: v7(),
    contactId: v7(),
    segment,
    status: 'new',
    priority: 'medium',
    temperature: 'warm',
    source: submission.utmSource ?? 'api',
    medium: submission.utmMedium ?? 'none',
    channel: 'other',
  };

  const [, [stored]] = await sql.begin((transaction) => [
    transaction`
      insert into contacts (company_id, id, name, phones, email)
      values (${key.companyId}, ${lead.contactId}, ${name}, ${phones}, ${email})`,
    transaction<{ createdAt: Date }[]>`
      insert into leads (
        company_id, id, step_id, contact_id, name, phones, email, segment, status, priority,
        temperature, source, medium, channel, campaign_name, ad_name, adset_name, form_id,
        external_lead_id, page_id, page_name, utm_source, utm_medium, utm_campaign, utm_term,
        utm_content, gclid, fbclid, custom_fields, origin, api_key_id, request_id
      ) values (
        ${key.companyId}, ${lead.id}, ${submission.stepId}, ${lead.contactId}, ${name}, ${phones},
        ${email}, ${segment}, ${lead.status}, ${lead.priority}, ${lead.temperature},
        ${lead.source}, ${lead.medium}, ${lead.channel}, ${submission.campaignName ?? null},
        ${submission.adName ?? null}, ${submission.adsetName ?? null},
        ${submission.formId ?? null}, ${submission.externalLeadId ?? null},
        ${submission.pageId ?? null}, ${submission.pageName ?? null},
        ${submission.utmSource ?? null}, ${submission.utmMedium ?? null},
        ${submission.utmCampaign ?? null}, ${submission.utmTerm ?? null},
        ${submission.utmContent ?? null}, ${submission.gclid ?? null},
        ${submission.fbclid ?? null}, ${submission.customFields ? sql.json(submission.customFields) : null}, 'public_api',
        ${key.id}, ${submission.requestId}
      ) returning created_at as "createdAt"`,
  ]);
  if (!stored) throw new Error('An insert gave no row');

  return { ...lead, createdAt: stored.createdAt.toISOString() };
}
