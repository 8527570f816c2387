import { z } from 'zod';
import {
  customFields,
  documented,
  fits,
  limits,
  name,
  optional,
  optionalText,
  phones,
  text,
} from '../services/leads/lead-fields.ts';
import { notTextOrNumber } from '../services/leads/read-phones.ts';

/**
 * The wire format of a lead, published and fixed. Each optional field is declared here once, with
 * its other names in `otherNames`. `meta` adds to the OpenAPI document what zod does not know: that
 * `null` is accepted, and limits that a function checks. The document describes the form to send;
 * the API reads every such form, and more.
 */

/**
 * A schema of its own in the document: of `campaignName` and `campaign_name`, generators make types of one
 * name, which must not be written twice.
 */
const trackingText = optional(text(limits.attribution)).meta({
  id: 'TrackingText',
  type: ['string', 'null'],
  description: 'Says where a lead comes from; a longer text is cut',
});

/** A field of `trackingFields`. */
const tracking = (description: string) => trackingText.meta({ description });

/** `null` is in the union for the document alone: `optional` makes it absent. */
const identifier = optional(
  z
    .union([z.string().meta(documented(limits.attribution)), z.int(), z.null()], {
      error: notTextOrNumber,
    })
    .transform(String)
    .pipe(text(limits.attribution)),
).meta({ id: 'Identifier', description: 'Kept as text; a number keeps its digits' });

export const leadFields = z.object({
  name: name.meta({
    description: 'Name of the lead',
    minLength: 1,
    pattern: '^[^\\x00]*[^\\s\\x00][^\\x00]*$',
    maxLength: limits.name,
  }),
  phones,
  segment: optionalText(limits.segment, 'Free-text label, echoed in the answer'),
  campaignName: tracking('Campaign; also `campaign_name`'),
  adName: tracking('Ad; also `ad_name`'),
  adsetName: tracking('Ad set; also `adset_name`'),
  formId: identifier.meta({ description: 'Lead form; also `form_id`' }),
  externalLeadId: identifier.meta({
    description: 'Id of the lead where it comes from; also `lead_id`',
  }),
  pageId: identifier.meta({ description: 'Page; also `page_id`' }),
  pageName: tracking('Name of the page; also `page_name`'),
  email: optionalText(limits.email, 'Email address, kept as sent'),
  message: optionalText(limits.message, 'What the person wrote'),
  utmSource: tracking('Also `utm_source`'),
  utmMedium: tracking('Also `utm_medium`'),
  utmCampaign: tracking('Also `utm_campaign`'),
  utmTerm: tracking('Also `utm_term`'),
  utmContent: tracking('Also `utm_content`'),
  gclid: tracking('Google click identifier'),
  gbraid: tracking('Google click identifier, from an app'),
  wbraid: tracking('Google click identifier, from the web'),
  fbclid: tracking('Facebook click identifier'),
  msclkid: tracking('Microsoft click identifier'),
  ttclid: tracking('TikTok click identifier'),
  liFatId: tracking('LinkedIn click identifier; also `li_fat_id`'),
  customFields: customFields.meta({ description: 'Also `custom_fields`' }),
});

/** The name in the schema, and the others that are accepted, beginning with the published one. */
export const otherNames: Readonly<Record<string, readonly string[]>> = {
  phones: ['phone', 'phoneNumber', 'phone_number'],
  campaignName: ['campaign_name'],
  adName: ['ad_name'],
  adsetName: ['adset_name'],
  formId: ['form_id'],
  externalLeadId: ['lead_id'],
  pageId: ['page_id'],
  pageName: ['page_name'],
  utmSource: ['utm_source'],
  utmMedium: ['utm_medium'],
  utmCampaign: ['utm_campaign'],
  utmTerm: ['utm_term'],
  utmContent: ['utm_content'],
  liFatId: ['li_fat_id'],
  customFields: ['custom_fields'],
};

/** Fields that an absent `name` is made of: the full name, or else first and last name. */
export const nameParts = {
  fullName: 'full_name',
  firstName: 'first_name',
  lastName: 'last_name',
} as const;

/** Every accepted name of a field or of a part of the name, with the name in the schema. */
export const fieldNames = new Map(
  [
    ...Object.keys(leadFields.shape).map((name) => [name, ...(otherNames[name] ?? [])] as const),
    ...Object.entries(nameParts),
  ].flatMap(([name, ...others]) => [name, ...others].map((sent) => [sent, name])),
);

/** Fields that say where a lead comes from. A long value is cut, and does not refuse the lead. */
export const trackingFields = [
  'campaignName',
  'adName',
  'adsetName',
  'pageName',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'gclid',
  'gbraid',
  'wbraid',
  'fbclid',
  'msclkid',
  'ttclid',
  'liFatId',
] as const;

/** The first characters of a text, as many as a tracking field may have. */
export function cutTracking(text: string): string {
  const trimmed = text.trim();
  if (fits(trimmed, limits.attribution)) return text;

  // No character has more than two units: more text need not be split.
  return [...trimmed.slice(0, 2 * limits.attribution)].slice(0, limits.attribution).join('');
}

/** Not a UUID in the schema: a malformed one must look like an unknown one. */
export const stepIdParameter = z.string().meta({
  description: 'Identifier of the funnel step, from CRM → Funnels or `GET /funnels`',
  param: { example: '0192f0c1-7a3b-7c4d-8e5f-60718293a4b5' },
});

/** The body with the step of the path, for the document. The title is the name of the body's schema. */
export const createLeadInput = leadFields.extend({ stepId: stepIdParameter }).meta({
  title: 'NewLead',
  description:
    'Only `name` is required; `fullName`, or `firstName` and `lastName`, stand for it. `null`, blank text, `[]` and `{}` mean that a field is absent. Text is trimmed; NUL and halves of surrogate pairs are refused. Other fields are ignored, and named in `X-Ignored-Fields`, unless the panel was told to keep them as custom fields of this key.',
});
