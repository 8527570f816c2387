import { leads } from '#db/schema/leads.ts';

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
