import { describe, expect, it } from 'vitest';
import { type AttributionFields, deriveAttribution } from './derive-attribution.ts';

const table: [string, AttributionFields, [string, string, string]][] = [
  [
    'form with external id',
    { formId: '1', externalLeadId: '2' },
    ['facebook', 'organic_social', 'organic_social'],
  ],
  [
    'form with external id and campaign',
    { formId: '1', externalLeadId: '2', campaignName: 'c' },
    ['facebook', 'paid_social', 'paid_social'],
  ],
  ['a page id', { pageId: '1' }, ['facebook', 'organic_social', 'organic_social']],
  [
    'a page name and a campaign',
    { pageName: 'p', campaignName: 'c' },
    ['facebook', 'paid_social', 'paid_social'],
  ],
  ['an ad', { adName: 'a' }, ['facebook', 'paid_social', 'paid_social']],
  ['an ad set', { adsetName: 'a' }, ['facebook', 'paid_social', 'paid_social']],
  ['form id alone', { formId: '1' }, ['api', 'none', 'other']],
  [
    'Meta before UTM',
    { pageId: '1', utmSource: 'google', utmMedium: 'cpc' },
    ['facebook', 'organic_social', 'organic_social'],
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
  [
    'Facebook click id',
    { fbclid: 'y', campaignName: 'c' },
    ['facebook', 'organic_social', 'organic_social'],
  ],
  ['a campaign alone', { campaignName: 'c' }, ['other', 'none', 'other']],
  ['nothing', {}, ['api', 'none', 'other']],
  ['empty and null', { campaignName: '', pageId: null }, ['api', 'none', 'other']],
];

describe('deriveAttribution', () => {
  it.each(table)('%s', (_, fields, [source, medium, channel]) => {
    expect(deriveAttribution(fields)).toMatchObject({ source, medium, channel });
  });
});
