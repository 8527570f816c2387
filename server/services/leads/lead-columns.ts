import { sql } from 'drizzle-orm';
import { leadEvents, leads } from '#db/schema/leads.ts';

/** What a list shows of a lead. */
export const leadSummaryColumns = {
  id: leads.id,
  name: leads.name,
  phones: leads.phones,
  email: leads.email,
  status: leads.status,
  priority: leads.priority,
  temperature: leads.temperature,
  source: leads.source,
  medium: leads.medium,
  channel: leads.channel,
  campaignName: leads.campaignName,
  createdAt: leads.createdAt,
  /**
   * Another lead of the company has the same external id. In plain SQL: drizzle leaves out the
   * table of a column where only one is selected from.
   */
  isPossibleDuplicate: sql<boolean>`exists (
    select from leads other
    where other.company_id = leads.company_id
      and other.external_lead_id = leads.external_lead_id and other.id <> leads.id)`,
};

/** What a submission said of where it comes from. */
export const attributionColumns = {
  campaignName: leads.campaignName,
  adName: leads.adName,
  adsetName: leads.adsetName,
  formId: leads.formId,
  externalLeadId: leads.externalLeadId,
  pageId: leads.pageId,
  pageName: leads.pageName,
  utmSource: leads.utmSource,
  utmMedium: leads.utmMedium,
  utmCampaign: leads.utmCampaign,
  utmTerm: leads.utmTerm,
  utmContent: leads.utmContent,
  gclid: leads.gclid,
  fbclid: leads.fbclid,
};

/** One line of a timeline. */
export const leadEventColumns = {
  id: leadEvents.id,
  type: leadEvents.type,
  from: leadEvents.from,
  to: leadEvents.to,
  actorKind: leadEvents.actorKind,
  actorName: leadEvents.actorName,
  createdAt: leadEvents.createdAt,
};
