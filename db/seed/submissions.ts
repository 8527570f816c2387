import type { AttributionField } from '#db/values/lead-fields.ts';
import type { Random, Weighted } from './random.ts';

export type Region = 'brazil' | 'unitedStates' | 'europe';

interface Person {
  name: string;
  phones: string[];
  email: string | null;
}

const list = (names: string) => names.split(', ');

const firstNames: Record<Region, readonly string[]> = {
  brazil: list(
    'Ana, Beatriz, Bruno, Caio, Camila, Daniela, Diego, Eduardo, Fernanda, Gabriela, Gustavo, ' +
      'Helena, Isabela, João, Juliana, Larissa, Lucas, Luís, Mariana, Mateus, Patrícia, Rafael, ' +
      'Renata, Thiago, Vinícius',
  ),
  unitedStates: list(
    'Aaron, Amanda, Ashley, Brandon, Brittany, Carlos, Chloe, Derek, Emily, Ethan, Grace, ' +
      'Hannah, Jasmine, Jordan, Kevin, Madison, Marcus, Megan, Nathan, Olivia, Priya, Rachel, ' +
      'Samantha, Tyler, Wei',
  ),
  europe: list(
    'Agnieszka, Amélie, Anneliese, Björn, Chiara, Elena, Émile, Freya, Giulia, Henrik, Ines, ' +
      'Jürgen, Katarzyna, Lars, Léa, Matteo, Niamh, Oliver, Pilar, Sofia, Søren, Théo, Tomáš, ' +
      'Zoë, Łukasz',
  ),
};

const lastNames: Record<Region, readonly string[]> = {
  brazil: list(
    'Almeida, Araújo, Barbosa, Cardoso, Carvalho, Costa, da Silva, de Souza, Fernandes, ' +
      'Ferreira, Gomes, Lima, Martins, Melo, Moreira, Nogueira, Oliveira, Pereira, Ribeiro, ' +
      'Rocha, Santos, Teixeira, Vieira',
  ),
  unitedStates: list(
    'Anderson, Brooks, Carter, Chen, Coleman, Davis, Garcia, Hughes, Johnson, Kim, Lopez, ' +
      'Miller, Mitchell, Morgan, Nguyen, Patel, Ramirez, Reed, Robinson, Sullivan, Thompson, ' +
      'Walker, Washington',
  ),
  europe: list(
    'Andersen, Bianchi, Dubois, Fischer, García, Hansen, Jansen, Kowalski, Lefèvre, ' +
      'Lindqvist, Müller, Moreau, Murphy, Nowak, O’Brien, Papadopoulos, Ricci, Rossi, ' +
      'Schneider, Silva, Svoboda, van Dijk, Weiß',
  ),
};

/** Names that are hard to display. */
const unusualNames = [
  'مريم الخطيب',
  '王小明',
  'Maria Antônia Guimarães de Albuquerque Cavalcanti e Vasconcelos',
  'Kai 🌊 Nakamura',
  'Ng',
];

const brazilianAreas = [
  '11',
  '19',
  '21',
  '27',
  '31',
  '41',
  '47',
  '48',
  '51',
  '61',
  '71',
  '81',
  '85',
];
const americanAreas = ['212', '213', '305', '312', '404', '415', '512', '602', '617', '702', '206'];

/** Numbers reserved for fiction where a country has them (US 555-01xx, UK 7700 900xxx, FR 6 39 98). */
const europeanPhones = (random: Random): Weighted<string> => [
  [`447700900${random.digits(3)}`, 3],
  [`3363998${random.digits(4)}`, 3],
  [`4915${random.int(11, 79)}${random.digits(7)}`, 3],
  [`346${random.digits(8)}`, 2],
  [`35191${random.digits(7)}`, 2],
  [`39347${random.digits(7)}`, 2],
];

const phones: Record<Region, (random: Random) => string> = {
  brazil: (random) => `55${random.pick(brazilianAreas)}9${random.int(6, 9)}${random.digits(7)}`,
  unitedStates: (random) => `1${random.pick(americanAreas)}55501${random.digits(2)}`,
  europe: (random) => random.weighted(europeanPhones(random)),
};

/** What a form may send instead of a person's data: the server reads as much as it can. */
export const flaws = [
  ({ name }: Person) => ({
    phones: [],
    email: null,
    unreadPhones: ['call me after 6'],
    unreadValues: { email: `${slug(name)} at example.com` },
  }),
  ({ name }: Person) => {
    const email = `${slug(name)}@example.com`;
    return { name: email, email, nameFrom: 'email' as const };
  },
  () => ({ phones: ['33334444'], phoneMarks: { '33334444': 'countryUnknown' as const } }),
];

const mailboxes = ['example.com', 'example.net', 'example.org'];

function makeEmail(name: string, random: Random): string | null {
  const words = name
    .replaceAll('ß', 'ss')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll(/[øØ]/g, 'o')
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .split(' ')
    .filter(Boolean);
  if (words.length < 2) return null;

  return `${words.slice(0, 3).join('.')}@${random.pick(mailboxes)}`;
}

/** A person who fills in a form: mostly with one phone, sometimes with two, none or a truncated one. */
export function makePerson(random: Random, region: Region): Person {
  const name = random.happens(0.015)
    ? random.pick(unusualNames)
    : `${random.pick(firstNames[region])} ${random.pick(lastNames[region])}`;
  const phone = phones[region](random);
  const numbers = random.weighted([
    [[phone], 85],
    [[phone, phones[region](random)], 8],
    [[phone.slice(0, -3)], 2],
    [[], 5],
  ]);

  return { name, phones: numbers, email: random.happens(0.65) ? makeEmail(name, random) : null };
}

export type Attribution = Partial<Record<AttributionField, string>>;

/** Where a company advertises. */
export interface Marketing {
  page: string;
  campaigns: readonly string[];
  audiences: readonly string[];
  ads: readonly string[];
  keywords: readonly string[];
  partners: readonly string[];
}

/** The client that sends the lead; it determines the key. */
export type Sender = 'website' | 'landing' | 'meta' | 'partner';

export interface Arrival {
  sender: Sender;
  fields: Attribution;
}

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
const website = (fields: Attribution): Arrival => ({ sender: 'website', fields });

function metaForm(random: Random, marketing: Marketing): Arrival {
  const campaignName = random.pick(marketing.campaigns);
  const fields = {
    formId: `88${random.digits(13)}`,
    externalLeadId: `12${random.digits(14)}`,
    pageId: '104882391557203',
    pageName: marketing.page,
    campaignName,
    adsetName: random.pick(marketing.audiences),
    adName: random.pick(marketing.ads),
  };

  return { sender: 'meta', fields };
}

function googleAds(random: Random, marketing: Marketing): Arrival {
  const fields = {
    utmSource: 'google',
    utmMedium: 'cpc',
    utmCampaign: slug(random.pick(marketing.campaigns)),
    utmTerm: random.pick(marketing.keywords),
    gclid: `Cj0KCQ${random.digits(18)}`,
  };

  return { sender: 'landing', fields };
}

function fromPartner(random: Random, marketing: Marketing): Arrival {
  const fields = { utmSource: random.pick(marketing.partners), utmMedium: 'referral' };
  return { sender: 'partner', fields };
}

function fromUtm(random: Random, marketing: Marketing): Arrival {
  const utmCampaign = slug(random.pick(marketing.campaigns));
  const fields = random.weighted<Attribution>([
    [{ utmSource: 'newsletter', utmMedium: 'email', utmCampaign, utmContent: 'button-top' }, 4],
    [{ utmSource: 'google', utmMedium: 'organic' }, 3],
    [{ utmSource: 'linkedin', utmMedium: 'paid_social', utmCampaign }, 2],
    [{ utmSource: 'instagram', utmMedium: 'social', utmContent: 'bio-link' }, 4],
    [{ utmSource: 'instagram', utmMedium: 'paid_social', utmCampaign }, 3],
    [{ utmSource: 'youtube', utmMedium: 'video', utmCampaign }, 1],
    [{ utmSource: 'website', utmMedium: 'form', utmContent: 'contact-page' }, 6],
    [{ utmSource: 'whatsapp', utmMedium: 'chat' }, 3],
    [{ utmSource: 'n8n', utmMedium: 'automation', utmCampaign }, 3],
  ]);

  return website(fields);
}

const arrivals: Weighted<(random: Random, marketing: Marketing) => Arrival> = [
  [metaForm, 34],
  [googleAds, 18],
  [fromUtm, 26],
  [fromPartner, 8],
  [(_, { page }) => ({ sender: 'meta', fields: { pageId: '104882391557203', pageName: page } }), 5],
  [(random) => website({ gclid: `EAIaIQ${random.digits(18)}` }), 4],
  [(random) => website({ fbclid: `IwAR${random.digits(20)}` }), 3],
  [(random, { campaigns }) => website({ campaignName: random.pick(campaigns) }), 4],
  [() => website({}), 3],
];

/** The attribution fields of a lead as they are sent. */
export function makeArrival(random: Random, marketing: Marketing): Arrival {
  return random.weighted(arrivals)(random, marketing);
}
