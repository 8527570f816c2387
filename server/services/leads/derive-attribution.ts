import type { AttributionField } from '#db/values/lead-fields.ts';

/** What a submission says of where it comes from. Absent and `null` mean the same. */
export type AttributionFields = { [Name in AttributionField]?: string | null };

export interface Attribution {
  source: string;
  medium: string;
  channel: string;
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

interface Rule {
  /** In words for the panel. */
  name: string;
  /** When it fits, and what it gives, as Markdown for the documentation. */
  when: string;
  gives: string;
  /** `undefined` when the fields do not fit the rule. */
  derive(fields: AttributionFields): Attribution | undefined;
}

function fromUtm(fields: AttributionFields): Attribution | undefined {
  const { utmSource, utmMedium, utmCampaign, utmTerm, utmContent } = fields;
  if (!(utmSource || utmMedium || utmCampaign || utmTerm || utmContent)) return undefined;

  const source = plain(utmSource) || 'other';
  const medium = plain(utmMedium) || 'none';
  return { source, medium, channel: channelOf(source, medium, plain(utmCampaign)) };
}

/** IDs of Meta. Other tools have forms and leads with IDs too. */
const isMetaId = (id: string | null | undefined) => /^[0-9]{14,18}$/.test(id ?? '');
const metaPlatforms = new Map([
  ['fb', 'facebook'],
  ['ig', 'instagram'],
]);

function fromMeta(fields: AttributionFields): Attribution | undefined {
  const { campaignName, adName, adsetName, formId, externalLeadId, pageId } = fields;
  const platform = metaPlatforms.get(plain(fields.platform));
  const isForm = isMetaId(formId) && isMetaId(externalLeadId);
  if (!(pageId || adsetName || isForm || platform)) return undefined;

  const isPaid = (campaignName || adName || adsetName) && plain(fields.isOrganic) !== 'true';
  const kind = isPaid ? 'paid_social' : 'organic_social';
  return { source: platform ?? 'facebook', medium: kind, channel: kind };
}

/** A rule with a constant result. It fits when one of the fields was sent. */
function fixed(
  name: string,
  fields: (keyof AttributionFields)[],
  [source, medium, channel]: [source: string, medium: string, channel: string],
): Rule {
  const derived = { source, medium, channel };
  return {
    name,
    when: fields.map((field) => `\`${field}\``).join(' or '),
    gives: `\`${source}\`, \`${medium}\`, \`${channel}\``,
    derive: (sent) => (fields.some((field) => sent[field]) ? derived : undefined),
  };
}

/** The first rule that fits decides. What the sender states comes before what is guessed. */
export const attributionRules: readonly Rule[] = [
  {
    name: 'UTM parameters, by Google’s default channel grouping',
    when: 'any of `utmSource`, `utmMedium`, `utmCampaign`, `utmTerm`, `utmContent`',
    gives:
      'source and medium as sent, trimmed and in lower case; without them `other` and `none`. The channel by [Google’s default channel grouping](https://support.google.com/analytics/answer/9756891)',
    derive: fromUtm,
  },
  fixed('Google click ID', ['gclid', 'gbraid', 'wbraid'], ['google', 'cpc', 'paid_search']),
  fixed('Microsoft click ID', ['msclkid'], ['bing', 'cpc', 'paid_search']),
  fixed('TikTok click ID', ['ttclid'], ['tiktok', 'paid_social', 'paid_social']),
  fixed('LinkedIn click ID', ['liFatId'], ['linkedin', 'paid_social', 'paid_social']),
  {
    name: 'Meta form, page or ad',
    when: '`pageId`, or `adsetName`, or `formId` with `externalLeadId` where both have 14 to 18 digits, or `platform` `fb` or `ig`',
    gives:
      '`facebook`, or `instagram` for `ig`; medium and channel `paid_social` with `campaignName`, `adName` or `adsetName` unless `isOrganic` is true, else `organic_social`',
    derive: fromMeta,
  },
  fixed(
    'Facebook click ID, which unpaid clicks carry too',
    ['fbclid'],
    ['facebook', 'organic_social', 'organic_social'],
  ),
  fixed('A campaign or ad name alone', ['campaignName', 'adName'], ['other', 'none', 'other']),
];
/** When no rule fits. */
export const noAttribution: Attribution = { source: 'api', medium: 'none', channel: 'other' };

/** Of a lead that a member enters: there is no request, so no rule fits. */
export const manualAttribution: Attribution = {
  source: 'manual',
  medium: 'none',
  channel: 'other',
};

/** Source, medium and channel of a lead. */
export function deriveAttribution(fields: AttributionFields): Attribution {
  for (const { derive } of attributionRules) {
    const derived = derive(fields);
    if (derived) return derived;
  }
  return noAttribution;
}

/** What stands for a rule when the mapping of a key says where its leads come from. */
const setOnKey = 'Set on the API key';

/** Why a lead has its source, medium and channel. */
export interface AttributionReason {
  /** The rule that gave them, in words for the panel; `null` when the fields fit none. */
  rule: string | null;
  /** Other rules that the fields fit, and what each would have given. */
  overruled: (Attribution & { rule: string })[];
}

const areEqual = (one: Attribution, other: Attribution) =>
  one.source === other.source && one.medium === other.medium && one.channel === other.channel;

/**
 * Finds the rules that fit the submitted values of a lead.
 *
 * @param stored source, medium and channel of the lead; earlier versions had other rules
 * @param isSetOnKey the mapping of its key decided
 */
export function explainAttribution(
  fields: AttributionFields,
  stored: Attribution,
  isSetOnKey: boolean,
): AttributionReason {
  const fitting = attributionRules.flatMap(({ name, derive }) => {
    const derived = derive(fields);
    return derived ? [{ ...derived, rule: name }] : [];
  });
  if (isSetOnKey) return { rule: setOnKey, overruled: fitting };

  const deciding = fitting.find((derived) => areEqual(derived, stored));
  const isUnsent = areEqual(noAttribution, stored) || areEqual(manualAttribution, stored);
  if (!deciding && (fitting.length > 0 || !isUnsent)) {
    return { rule: 'Rules of an earlier version', overruled: [] };
  }

  return {
    rule: deciding?.rule ?? null,
    overruled: fitting.filter((derived) => derived !== deciding),
  };
}
