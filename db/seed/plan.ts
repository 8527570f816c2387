import type { Role } from '#db/values/access.ts';
import type { LeadOutcome } from '#db/values/leads.ts';
import { demo } from './demo.ts';
import type { Marketing, Region } from './submissions.ts';

interface UserPlan {
  email: string;
  name: string;
  role: Role;
}

export interface CompanyPlan {
  slug: string;
  name: string;
  leads: number;
  regions: readonly (readonly [Region, number])[];
  /** Hours to add to UTC for the local time of its customers. */
  utcOffset: number;
  /** What ends leads is marked so. */
  funnels: readonly {
    name: string;
    steps: readonly (string | { name: string; outcome: LeadOutcome })[];
  }[];
  marketing: Marketing;
}

interface ApplicationPlan {
  slug: string;
  name: string;
  hosts: readonly string[];
  users: readonly UserPlan[];
  companies: readonly CompanyPlan[];
}

const won = (name: string) => ({ name, outcome: 'won' as const });
const lost = (name: string) => ({ name, outcome: 'lost' as const });

const sales: CompanyPlan = {
  slug: demo.companies.sales,
  name: 'Acme Sales',
  leads: 300,
  regions: [
    ['brazil', 7],
    ['unitedStates', 2],
    ['europe', 1],
  ],
  utcOffset: -3,
  funnels: [
    {
      name: 'New customers',
      steps: ['Inbox', 'First call', 'Demo', 'Proposal', won('Won'), lost('Lost')],
    },
    { name: 'Partners', steps: ['Applied', 'Call booked', 'Agreement', won('Active')] },
  ],
  marketing: {
    page: 'Acme Brasil',
    campaigns: ['Lançamento Verão', 'Black November', 'Indique e ganhe', 'Always on – leads'],
    audiences: ['Lookalike 1% – SP', 'Interesses – PME', 'Remarketing 30d', 'Broad 25–54'],
    ads: ['Vídeo depoimento', 'Carrossel planos', 'Imagem – oferta 20%', 'Reels bastidores'],
    keywords: ['crm para pequenas empresas', 'funil de vendas', 'software de vendas'],
    partners: ['capterra.com.br', 'agenciaponto.example', 'parceiros.example'],
  },
};

const labs: CompanyPlan = {
  slug: demo.companies.labs,
  name: 'Acme Labs',
  leads: 60,
  regions: [
    ['unitedStates', 8],
    ['europe', 2],
  ],
  utcOffset: -5,
  funnels: [
    { name: 'Beta programme', steps: ['Signed up', 'Invited', 'Trial', won('Paying')] },
    { name: 'Support plans', steps: ['Request', 'Call', 'Quote', 'Signed', won('Onboarded')] },
  ],
  marketing: {
    page: 'Acme Labs',
    campaigns: ['Beta waitlist', 'Developer week', 'Founders webinar'],
    audiences: ['Startup founders', 'Developers US', 'Site visitors 14d'],
    ads: ['Demo video 30s', 'Quote card', 'Feature tour'],
    keywords: ['lead api', 'crm api for developers', 'lead routing'],
    partners: ['producthunt.com', 'devtools.example'],
  },
};

const globex: CompanyPlan = {
  slug: demo.companies.globex,
  name: 'Globex Sales',
  leads: 60,
  regions: [['europe', 1]],
  utcOffset: 1,
  funnels: [
    {
      name: 'Inbound',
      steps: ['Inbox', 'First call', 'Viewing', 'Offer', won('Sold'), lost('Gave up')],
    },
    { name: 'Reactivation', steps: ['Listed', 'Called', 'Interested', won('Returned')] },
  ],
  marketing: {
    page: 'Globex Europe',
    campaigns: ['Herbst Aktion', 'Prospecting EU', 'Brand – search'],
    audiences: ['DACH 30–55', 'France – propriétaires', 'Lookalike buyers'],
    ads: ['Slideshow homes', 'Single image – terrace', 'Story – tour'],
    keywords: ['wohnung kaufen', 'property for sale', 'acheter appartement'],
    partners: ['immo.example', 'homefinder.example'],
  },
};

/** The two applications of the demo data, in the order of their insertion. */
export const plan: readonly ApplicationPlan[] = [
  {
    slug: 'acme',
    name: 'Acme',
    hosts: ['localhost', '127.0.0.1', '[::1]', 'acme.localhost'],
    users: [
      { email: demo.emails.admin, name: 'Alice Admin', role: 'admin' },
      { email: demo.emails.agent, name: 'Andre Agent', role: 'agent' },
      { email: demo.emails.viewer, name: 'Vera Viewer', role: 'viewer' },
      { email: 'bruna@acme.test', name: 'Bruna Duarte', role: 'agent' },
      { email: 'diego@acme.test', name: 'Diego Prado', role: 'agent' },
    ],
    companies: [sales, labs],
  },
  {
    slug: 'globex',
    name: 'Globex',
    hosts: ['globex.localhost'],
    users: [
      { email: demo.emails.globexAdmin, name: 'Greta Globex', role: 'admin' },
      { email: 'hanna@globex.test', name: 'Hanna Krüger', role: 'agent' },
    ],
    companies: [globex],
  },
];
