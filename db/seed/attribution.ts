import type { leads } from '#db/schema/leads.ts';
import type { Chance, Weighted } from './chance.ts';

type AttributionField =
  | 'campaignName'
  | 'adName'
  | 'adsetName'
  | 'formId'
  | 'externalLeadId'
  | 'pageId'
  | 'pageName'
  | 'utmSource'
  | 'utmMedium'
  | 'utmCampaign'
  | 'utmTerm'
  | 'utmContent'
  | 'gclid'
  | 'fbclid';

export type Attribution = Partial<
  Record<AttributionField & keyof typeof leads.$inferInsert, string>
>;

/** What a company advertises with. */
export interface Marketing {
  page: string;
  campaigns: readonly string[];
  audiences: readonly string[];
  ads: readonly string[];
  keywords: readonly string[];
  partners: readonly string[];
}

/** Who sends the lead: decides which key is used. */
export type Sender = 'website' | 'landing' | 'meta' | 'partner';

export interface Arrival {
  sender: Sender;
  fields: Attribution;
}

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
const website = (fields: Attribution): Arrival => ({ sender: 'website', fields });

function metaForm(chance: Chance, marketing: Marketing): Arrival {
  const campaignName = chance.pick(marketing.campaigns);
  const fields = {
    formId: `88${chance.digits(13)}`,
    externalLeadId: `12${chance.digits(14)}`,
    pageId: '104882391557203',
    pageName: marketing.page,
    campaignName,
    adsetName: chance.pick(marketing.audiences),
    adName: chance.pick(marketing.ads),
  };

  return { sender: 'meta', fields };
}

function googleAds(chance: Chance, marketing: Marketing): Arrival {
  const fields = {
    utmSource: 'google',
    utmMedium: 'cpc',
    utmCampaign: slug(chance.pick(marketing.campaigns)),
    utmTerm: chance.pick(marketing.keywords),
    gclid: `Cj0KCQ${chance.digits(18)}`,
  };

  return { sender: 'landing', fields };
}

function fromPartner(chance: Chance, marketing: Marketing): Arrival {
  const fields = { utmSource: chance.pick(marketing.partners), utmMedium: 'referral' };
  return { sender: 'partner', fields };
}

function fromUtm(chance: Chance, marketing: Marketing): Arrival {
  const utmCampaign = slug(chance.pick(marketing.campaigns));
  const fields = chance.weighted<Attribution>([
    [{ utmSource: 'newsletter', utmMedium: 'email', utmCampaign, utmContent: 'button-top' }, 4],
    [{ utmSource: 'google', utmMedium: 'organic' }, 3],
    [{ utmSource: 'linkedin', utmMedium: 'paid_social', utmCampaign }, 2],
    [{ utmSource: 'instagram', utmMedium: 'social', utmContent: 'bio-link' }, 2],
    [{ utmSource: 'youtube', utmMedium: 'video', utmCampaign }, 1],
  ]);

  return website(fields);
}

const ways: Weighted<(chance: Chance, marketing: Marketing) => Arrival> = [
  [metaForm, 34],
  [googleAds, 18],
  [fromUtm, 18],
  [fromPartner, 8],
  [(_, { page }) => ({ sender: 'meta', fields: { pageId: '104882391557203', pageName: page } }), 5],
  [(chance) => website({ gclid: `EAIaIQ${chance.digits(18)}` }), 4],
  [(chance) => website({ fbclid: `IwAR${chance.digits(20)}` }), 3],
  [(chance, { campaigns }) => website({ campaignName: chance.pick(campaigns) }), 4],
  [() => website({}), 6],
];

/** How a lead came to the company, before anything is derived from it. */
export function makeArrival(chance: Chance, marketing: Marketing): Arrival {
  return chance.weighted(ways)(chance, marketing);
}
