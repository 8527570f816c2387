/** What a submission says of where it comes from. Absent and `null` mean the same. */
export interface AttributionFields {
  campaignName?: string | null;
  adName?: string | null;
  adsetName?: string | null;
  formId?: string | null;
  externalLeadId?: string | null;
  pageId?: string | null;
  pageName?: string | null;
  utmSource?: string | null;
  utmMedium?: string | null;
  utmCampaign?: string | null;
  utmTerm?: string | null;
  utmContent?: string | null;
  gclid?: string | null;
  fbclid?: string | null;
}

export interface Attribution {
  source: string;
  medium: string;
  channel: string;
  /** The rule that gave them, in words for the panel. */
  rule: string;
}

const searchSites = /^(google|bing|yahoo|duckduckgo|baidu|yandex|ecosia|ask|aol|naver|brave)\b/;
const socialSites =
  /^(facebook|fb|instagram|ig|linkedin|twitter|x|t\.co|tiktok|pinterest|reddit|snapchat|threads|whatsapp|meta|quora)\b/;
const videoSites = /^(youtube|vimeo|twitch|dailymotion|netflix|hulu|disneyplus)\b/;
const shoppingSites =
  /^(amazon|ebay|etsy|shopify|walmart|alibaba|aliexpress|mercadolivre|mercadolibre|shopping\.google)\b/;
const shoppingCampaign = /^(.*(([^a-df-z]|^)shop|shopping).*)$/;
const paid = /^(.*cp.*|ppc|retargeting|paid.*)$/;

const anyOf = (...values: string[]) => new Set(values);
const displayMedia = anyOf('display', 'banner', 'expandable', 'interstitial', 'cpm');
const socialMedia = anyOf(
  'social',
  'social-network',
  'social-media',
  'sm',
  'social network',
  'social media',
);
const referralMedia = anyOf('referral', 'app', 'link');
const email = anyOf('email', 'e-mail', 'e_mail', 'e mail');

/**
 * Default channel grouping of Google Analytics 4, in its order.
 * https://support.google.com/analytics/answer/9756891
 */
function channelOf(source: string, medium: string, campaign: string): string {
  const isPaid = paid.test(medium);
  const shopping = shoppingSites.test(source) || shoppingCampaign.test(campaign);

  if (source === '(direct)' && (medium === '(not set)' || medium === '(none)')) return 'direct';
  if (campaign.includes('cross-network')) return 'cross_network';
  if (shopping && isPaid) return 'paid_shopping';
  if (searchSites.test(source) && isPaid) return 'paid_search';
  if (socialSites.test(source) && isPaid) return 'paid_social';
  if (videoSites.test(source) && isPaid) return 'paid_video';
  if (displayMedia.has(medium)) return 'display';
  if (isPaid) return 'paid_other';
  if (shopping) return 'organic_shopping';
  if (socialSites.test(source) || socialMedia.has(medium)) return 'organic_social';
  if (videoSites.test(source) || medium.includes('video')) return 'organic_video';
  if (searchSites.test(source) || medium === 'organic') return 'organic_search';
  if (referralMedia.has(medium)) return 'referral';
  if (email.has(source) || email.has(medium)) return 'email';
  if (medium === 'affiliate') return 'affiliates';
  if (medium === 'audio') return 'audio';
  if (source === 'sms' || medium === 'sms') return 'sms';
  if (source === 'firebase' || medium.endsWith('push') || /mobile|notification/.test(medium))
    return 'mobile_push';
  return 'other';
}

const plain = (text: string | null | undefined) => text?.trim().toLowerCase() ?? '';

function fromUtm(fields: AttributionFields): Attribution {
  const source = plain(fields.utmSource) || 'other';
  const medium = plain(fields.utmMedium) || 'none';
  const channel = channelOf(source, medium, plain(fields.utmCampaign));

  return { source, medium, channel, rule: 'UTM parameters, by Google’s default channel grouping' };
}

function isMeta(fields: AttributionFields): boolean {
  const fromForm = fields.formId && fields.externalLeadId;
  return Boolean(fromForm || fields.pageId || fields.pageName || fields.adName || fields.adsetName);
}

/** Source, medium and channel of a lead. The first rule that fits decides. */
export function deriveAttribution(fields: AttributionFields): Attribution {
  if (isMeta(fields)) {
    const isAd = fields.campaignName || fields.adName || fields.adsetName;
    const kind = isAd ? 'paid_social' : 'organic_social';
    const rule = isAd
      ? 'Meta form or page with a campaign, ad set or ad'
      : 'Meta form or page without an ad';
    return { source: 'facebook', medium: kind, channel: kind, rule };
  }
  if (
    fields.utmSource ||
    fields.utmMedium ||
    fields.utmCampaign ||
    fields.utmTerm ||
    fields.utmContent
  ) {
    return fromUtm(fields);
  }
  if (fields.gclid) {
    return { source: 'google', medium: 'cpc', channel: 'paid_search', rule: 'Google click ID' };
  }
  if (fields.fbclid) {
    const kind = 'organic_social';
    return {
      source: 'facebook',
      medium: kind,
      channel: kind,
      rule: 'Facebook click ID, which unpaid clicks carry too',
    };
  }
  if (fields.campaignName) {
    return { source: 'other', medium: 'none', channel: 'other', rule: 'A campaign name alone' };
  }
  return { source: 'api', medium: 'none', channel: 'other', rule: 'No attribution was sent' };
}
