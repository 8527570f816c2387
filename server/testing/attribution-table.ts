import type { AttributionFields } from '../services/leads/derive-attribution.ts';

/** Fields of a lead, and the source, medium and channel that they give. */
export const attributionTable: [
  what: string,
  fields: AttributionFields,
  derived: [source: string, medium: string, channel: string],
][] = [
  [
    'form and lead with IDs of Meta',
    { formId: '281489216452814', externalLeadId: '281489216452814999' },
    ['facebook', 'organic_social', 'organic_social'],
  ],
  [
    'form and lead with IDs of Meta, and a campaign',
    { formId: '28148921645281', externalLeadId: '2814892164528149', campaignName: 'c' },
    ['facebook', 'paid_social', 'paid_social'],
  ],
  [
    'form and lead with IDs of other tools',
    { formId: '12', externalLeadId: '2814892164528149' },
    ['api', 'none', 'other'],
  ],
  [
    'IDs of thirteen and nineteen digits',
    { formId: '2814892164528', externalLeadId: '2814892164528149999' },
    ['api', 'none', 'other'],
  ],
  ['the platform Facebook', { platform: 'fb' }, ['facebook', 'organic_social', 'organic_social']],
  [
    'the platform Instagram, and an ad',
    { platform: ' IG ', adName: 'a' },
    ['instagram', 'paid_social', 'paid_social'],
  ],
  [
    'the platform Instagram, and an ad set, organic',
    { platform: 'ig', adsetName: 'a', isOrganic: 'true' },
    ['instagram', 'organic_social', 'organic_social'],
  ],
  [
    'a page id and a campaign, not organic',
    { pageId: '1', campaignName: 'c', isOrganic: 'false' },
    ['facebook', 'paid_social', 'paid_social'],
  ],
  ['another platform', { platform: 'web' }, ['api', 'none', 'other']],
  ['a page id', { pageId: '1' }, ['facebook', 'organic_social', 'organic_social']],
  [
    'a page id and a campaign',
    { pageId: '1', campaignName: 'c' },
    ['facebook', 'paid_social', 'paid_social'],
  ],
  ['a page name alone', { pageName: 'p' }, ['api', 'none', 'other']],
  ['an ad alone', { adName: 'a' }, ['other', 'none', 'other']],
  ['an ad set', { adsetName: 'a' }, ['facebook', 'paid_social', 'paid_social']],
  ['form id alone', { formId: '1' }, ['api', 'none', 'other']],
  [
    'UTM before Meta',
    { pageId: '1', utmSource: 'google', utmMedium: 'cpc' },
    ['google', 'cpc', 'paid_search'],
  ],
  [
    'a click id before Meta',
    { pageId: '1', ttclid: 'x' },
    ['tiktok', 'paid_social', 'paid_social'],
  ],
  [
    'Meta before its click id',
    { adsetName: 'a', fbclid: 'x' },
    ['facebook', 'paid_social', 'paid_social'],
  ],
  [
    'UTM paid search',
    { utmSource: ' Google ', utmMedium: 'CPC' },
    ['google', 'cpc', 'paid_search'],
  ],
  [
    'UTM before click ids',
    { utmSource: 'newsletter', utmMedium: 'email', gclid: 'x' },
    ['newsletter', 'email', 'email'],
  ],
  [
    'UTM paid social',
    { utmSource: 'instagram', utmMedium: 'paid' },
    ['instagram', 'paid', 'paid_social'],
  ],
  [
    'UTM organic search',
    { utmSource: 'bing', utmMedium: 'organic' },
    ['bing', 'organic', 'organic_search'],
  ],
  ['UTM display', { utmSource: 'site', utmMedium: 'banner' }, ['site', 'banner', 'display']],
  [
    'UTM referral',
    { utmSource: 'partner', utmMedium: 'referral' },
    ['partner', 'referral', 'referral'],
  ],
  ['UTM medium alone', { utmMedium: 'sms' }, ['other', 'sms', 'sms']],
  ['UTM campaign alone', { utmCampaign: 'spring' }, ['other', 'none', 'other']],
  ['Google click id', { gclid: 'x', fbclid: 'y' }, ['google', 'cpc', 'paid_search']],
  ['Google click id of an app', { gbraid: 'x' }, ['google', 'cpc', 'paid_search']],
  ['Google click id of the web', { wbraid: 'x' }, ['google', 'cpc', 'paid_search']],
  ['Microsoft click id', { msclkid: 'x' }, ['bing', 'cpc', 'paid_search']],
  ['LinkedIn click id', { liFatId: 'x' }, ['linkedin', 'paid_social', 'paid_social']],
  [
    'Facebook click id',
    { fbclid: 'y', campaignName: 'c' },
    ['facebook', 'organic_social', 'organic_social'],
  ],
  ['a campaign alone', { campaignName: 'c' }, ['other', 'none', 'other']],
  ['nothing', {}, ['api', 'none', 'other']],
  ['empty and null', { campaignName: '', pageId: null }, ['api', 'none', 'other']],
];
