import type { PresetName } from '#db/values/inbound-addresses.ts';
import type { Attribution } from '../../services/leads/derive-attribution.ts';
import { readGoogleAds, readMetaLead } from './presets/ads.ts';
import { readCalCom, readCallRail } from './presets/calls.ts';
import { readHubspot, readRdStation } from './presets/contacts.ts';
import {
  readElementor,
  readFlatForm,
  readGravityForms,
  readUnbounce,
  readWebflow,
} from './presets/forms.ts';
import type { ReadTool, Submitted } from './presets/submitted.ts';
import { readJotform, readTally, readTypeform } from './presets/surveys.ts';
import { readWhatsappCloud, readWhatsappEvolution } from './presets/whatsapp.ts';

/** What the tools of inbound addresses send, as fields that `readLead` understands. */

const readers: Readonly<Record<PresetName, ReadTool>> = {
  googleAds: readGoogleAds,
  metaLead: readMetaLead,
  elementor: readElementor,
  typeform: readTypeform,
  webflow: readWebflow,
  unbounce: readUnbounce,
  tally: readTally,
  jotform: readJotform,
  gravityForms: readGravityForms,
  contactForm7: readFlatForm,
  wpforms: readFlatForm,
  hubspot: readHubspot,
  rdStation: readRdStation,
  calCom: readCalCom,
  callRail: readCallRail,
  whatsappEvolution: readWhatsappEvolution,
  whatsappCloud: readWhatsappCloud,
  htmlForm: readFlatForm,
  other: readFlatForm,
};

/** Reads a body that has not the shape of the preset as a flat form. */
export const readPreset = (preset: PresetName, body: object): Submitted =>
  readers[preset](body) ?? readFlatForm(body);

/** What the leads of a preset come from, where that is certain. */
export const comesFromOf = (preset: PresetName): Attribution | null =>
  preset === 'googleAds' ? { source: 'google', medium: 'cpc', channel: 'paid_search' } : null;

/** Whether only the first request with a person is a lead: the others are messages. */
export const onceAPerson = (preset: PresetName): boolean =>
  preset === 'whatsappEvolution' || preset === 'whatsappCloud';
