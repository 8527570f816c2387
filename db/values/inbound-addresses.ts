/** The tools that an inbound address may be for, and how each may prove that it sends. Sent to the browser. */

/** A preset says how the requests of a tool are read. */
export const presetNames = [
  'googleAds',
  'metaLead',
  'elementor',
  'typeform',
  'webflow',
  'unbounce',
  'tally',
  'jotform',
  'gravityForms',
  'contactForm7',
  'wpforms',
  'hubspot',
  'rdStation',
  'calCom',
  'callRail',
  'whatsappEvolution',
  'whatsappCloud',
  'htmlForm',
  'other',
] as const;
export type PresetName = (typeof presetNames)[number];

export const presetLabels: Readonly<Record<PresetName, string>> = {
  googleAds: 'Google Ads lead form',
  metaLead: 'Meta lead (Graph API)',
  elementor: 'Elementor',
  typeform: 'Typeform',
  webflow: 'Webflow',
  unbounce: 'Unbounce',
  tally: 'Tally',
  jotform: 'Jotform',
  gravityForms: 'Gravity Forms',
  contactForm7: 'Contact Form 7',
  wpforms: 'WPForms',
  hubspot: 'HubSpot',
  rdStation: 'RD Station',
  calCom: 'Cal.com',
  callRail: 'CallRail',
  whatsappEvolution: 'WhatsApp (Evolution API)',
  whatsappCloud: 'WhatsApp Cloud API',
  htmlForm: 'HTML form',
  other: 'Other tool',
};

/** The page of a tool in the documentation: `connect-google-ads`. */
export const presetPage = (preset: PresetName) =>
  `connect-${preset.replaceAll(/[A-Z]|\d+/g, (part) => `-${part.toLowerCase()}`)}`;

/** A key in the body for Google, and for the others a signature of the body in a header. */
export const proofKinds = ['googleKey', 'typeform', 'webflow', 'tally', 'calCom', 'meta'] as const;
export type ProofKind = (typeof proofKinds)[number];

/** What the requests of a tool may carry; `null` for one that proves nothing. */
export const presetProofs: Readonly<Record<PresetName, ProofKind | null>> = {
  googleAds: 'googleKey',
  metaLead: null,
  elementor: null,
  typeform: 'typeform',
  webflow: 'webflow',
  unbounce: null,
  tally: 'tally',
  jotform: null,
  gravityForms: null,
  contactForm7: null,
  wpforms: null,
  hubspot: null,
  rdStation: null,
  calCom: 'calCom',
  callRail: null,
  whatsappEvolution: null,
  whatsappCloud: 'meta',
  htmlForm: null,
  other: null,
};

/** Names of the fields that our form has beside those of the person. All begin with `_`, and are no answers. */
export const formControls = {
  /** Hidden from people: what is in it was filled in by a program. */
  trap: '_website',
  /** When the form was opened, signed by the script of the address. */
  opened: '_opened',
  /** Where the visitor goes afterwards; absent: to the page of the address. */
  next: '_next',
} as const;

/** What else an HTML form needs. */
export interface FormSettings {
  /** Where visitors go afterwards; `null`: to a page of ours. */
  thankYouUrl: string | null;
  /** Hosts that a form may send visitors to, beside that of this page. */
  hosts: readonly string[];
  /** Submissions without the signed time at which the form was opened are held. */
  needsTime: boolean;
}
