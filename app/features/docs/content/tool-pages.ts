import {
  formSnippet,
  presetGroups,
  proofLabels,
  setupSteps,
} from '#app/features/inbound-addresses/setup-steps.ts';
import {
  type PresetName,
  type ProofKind,
  presetLabels,
  presetNames,
  presetPage,
  presetProofs,
} from '#db/values/inbound-addresses.ts';
import { leadFields } from '#db/values/lead-fields.ts';
import { type TracedLead, traceFields } from '#server/public-api/diagnose/trace-fields.ts';
import { errors } from '#server/public-api/errors.ts';
import { exampleOf } from '#server/public-api/inbound/examples.ts';
import { onceAPerson } from '#server/public-api/inbound/presets.ts';
import { decodeBody } from '#server/public-api/inbound/read-submission.ts';
import { table } from './table-text.ts';

/** The pages of form tools: facts of each, and what an address makes of the request that its vendor documents. */

interface Tool {
  /** In a sentence, where the label does not fit. */
  name?: string;
  sends: string;
  /** What it takes for a success, and when it sends again. */
  answers: string;
  /** A person waits for the answer in a browser. */
  hasVisitors?: true;
  /** How an address knows the sender, where the tool has neither key nor signature. */
  sender?: string;
  /** A page that says how it sends with a key instead. */
  keyPage?: string;
}

const answersOfAddress = 'The address answers `200` to all that it keeps, also to what it holds.';
const anySuccess = 'Any status from `200` to `299` is a success.';
const only200 = 'Only `200` is a success.';
const doesNotRepeat = 'A submission that was refused is not sent again.';

const tools: Readonly<Record<PresetName, Tool>> = {
  googleAds: {
    name: 'Google Ads',
    sends: 'JSON: the contact and the answers as a list of columns',
    answers: only200,
  },
  metaLead: {
    name: 'your tool or code',
    sends: 'JSON: the lead of the Graph API, its answers as a list',
    answers: 'What is a success, and what is sent again, is set in the tool or code that sends.',
    keyPage: 'meta-lead-ads',
  },
  elementor: {
    sends: 'form fields: labels as names, or `fields[…]` with advanced data',
    answers: `${only200} Elementor waits about 5 seconds. ${doesNotRepeat}`,
  },
  typeform: {
    sends: 'JSON: a list of questions and a list of answers',
    answers: `${anySuccess} Typeform waits 30 seconds. After \`408\`, \`423\`, \`429\` and \`503\` it sends again every 2 to 3 minutes for 10 hours, and after other failures 5, 10, 20, 60 and 120 minutes later. After \`404\` and \`410\` it turns the webhook off at once: an address gives \`404\` only once it is deleted.`,
  },
  webflow: {
    sends: 'JSON: the fields in `payload.data`',
    answers: `${only200} A redirect is a failure. Webflow sends again three times, ten minutes apart.`,
  },
  unbounce: {
    sends: 'form fields, JSON or XML, as the webhook is set: every value as a list',
    answers: only200,
    keyPage: 'tools',
  },
  tally: { sends: 'JSON: a list of fields, each with its question', answers: anySuccess },
  jotform: {
    sends: '`multipart/form-data`: the answers as JSON in `rawRequest`',
    answers: only200,
  },
  gravityForms: {
    sends: 'JSON or form fields, as the webhook is set: your names, or numbers of fields',
    answers: doesNotRepeat,
    keyPage: 'gravity-forms',
  },
  contactForm7: {
    sends: 'JSON: the names of the tags of the form',
    answers: `The plugin has a list of statuses that are a success: \`200\` must be in it. It waits 30 seconds. ${doesNotRepeat}`,
    keyPage: 'contact-form-7',
  },
  wpforms: {
    sends: 'JSON or form fields, as the webhook is set, under your names',
    answers: doesNotRepeat,
    keyPage: 'wpforms',
  },
  hubspot: {
    sends: 'JSON: the properties of the contact',
    answers: `${anySuccess} HubSpot waits 3 seconds to connect and 30 seconds for the answer. It sends again for three days after \`500\` and above, and after \`429\`, but never after other statuses from \`400\`.`,
    keyPage: 'tools',
  },
  rdStation: { sends: 'JSON: the contact with its last conversion', answers: anySuccess },
  calCom: { sends: 'JSON: the booking with its attendees and answers', answers: anySuccess },
  callRail: {
    sends: 'JSON, flat: the call and where it comes from',
    answers: 'CallRail sends a call again when it is changed.',
  },
  whatsappEvolution: {
    name: 'Evolution API',
    sends: 'JSON: one message',
    answers: anySuccess,
  },
  whatsappCloud: {
    name: 'Meta',
    sends: 'JSON: messages and contacts',
    answers: `${only200} Before the first message, Meta asks with \`GET\` whether the address is yours, which the address answers.`,
  },
  htmlForm: {
    name: 'a browser',
    sends: 'form fields: the names in the form',
    hasVisitors: true,
    answers:
      'The visitor goes to the thank-you page of the address, or sees a page of ours: [A form of your own](/docs/inbound-addresses#a-form-of-your-own).',
    sender:
      'A browser has no secret, and visitors come from all networks. The hidden field and the script of the form tell [people from programs](/docs/inbound-addresses#a-form-of-your-own).',
  },
  other: {
    name: 'the tool',
    sends: 'JSON, form fields or XML, in any shape',
    answers:
      'Most tools take `200` for a success. Read in the manual of yours whether it sends again.',
  },
};

const titles: Partial<Record<PresetName, string>> = {
  htmlForm: 'Connect an HTML form',
  other: 'Connect any other tool',
};
const titleOf = (preset: PresetName) => titles[preset] ?? `Connect ${presetLabels[preset]}`;
const nameOf = (preset: PresetName) => tools[preset].name ?? presetLabels[preset];
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** How the sender of a request is known, in words that follow the name of the tool. */
const proofs: Readonly<Record<ProofKind, string>> = {
  googleKey: 'sends it in each body, as `google_key`.',
  typeform:
    'signs with it: the header `Typeform-Signature` is `sha256=` and the HMAC-SHA-256 of the body in Base64.',
  webflow:
    'signs with it: the header `X-Webflow-Signature` is the HMAC-SHA-256 of `X-Webflow-Timestamp`, a colon and the body, in hexadecimal digits.',
  tally: 'signs with it: the header `Tally-Signature` is the HMAC-SHA-256 of the body in Base64.',
  calCom:
    'signs with it: the header `X-Cal-Signature-256` is the HMAC-SHA-256 of the body in hexadecimal digits.',
  meta: 'signs with it: the header `X-Hub-Signature-256` is `sha256=` and the HMAC-SHA-256 of the body in hexadecimal digits.',
};

/** Of the company that takes the examples. */
const country = 'BR';

const readExample = (preset: PresetName) => {
  const { bytes, type } = exampleOf(preset);
  const body = decodeBody(bytes, type);
  const text = Buffer.from(bytes).toString();
  return { body, type, text, lead: traceFields(preset, body, country) };
};

const code = (text: string) => `\`${text}\``;
const fence = (language: string, text: string) => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

/** A body with one value a line. */
function bodyText({ body, type, text }: ReturnType<typeof readExample>): string {
  if (type.startsWith('application/json')) return fence('json', JSON.stringify(body, null, 2));
  return fence('text', type.startsWith('multipart/') ? text : text.replaceAll('&', '\n&'));
}

const list = new Intl.ListFormat('en-GB');

function fieldsTable({ fields }: TracedLead): string {
  const rows = fields.map(({ field, name, value, from }) => [
    name === undefined ? leadFields[field].label : `Custom field *${name}*`,
    list.format(from.map(code)),
    code(value),
  ]);
  return table(['Field', 'Read from', 'Stored'], rows);
}

/** The path of the ID that makes a second delivery no second lead. */
const idPath = ({ fields }: TracedLead) =>
  fields.find(({ field }) => field === 'externalLeadId')?.from[0];

function repeats(preset: PresetName, lead: TracedLead): string {
  if (onceAPerson(preset)) return 'Later messages of the same person make no lead.';
  const path = idPath(lead);
  return path === undefined
    ? 'No ID of the submission comes with it: what is delivered twice makes two leads.'
    : `What is delivered twice makes one lead, by its ${code(path)}.`;
}

function becomes(preset: PresetName, { body, lead }: ReturnType<typeof readExample>): string {
  const { source, medium, channel } = lead.attribution;
  const phonesOf = ({ fields }: TracedLead) =>
    fields.find(({ field }) => field === 'phones')?.value;
  const hasLocalPhones = phonesOf(lead) !== phonesOf(traceFields(preset, body, undefined));
  const hasItems = JSON.stringify(body).includes('[{');
  return [
    ...(hasItems ? ['Items of a list are called by their names, or counted from 0.'] : []),
    `The source is ${code(source)}, the medium ${code(medium)} and the channel ${code(channel)}: [Attribution](/docs/attribution).`,
    repeats(preset, lead),
    ...(hasLocalPhones
      ? ['Phones without a country code get that of the company, which is in Brazil here.']
      : []),
  ].join(' ');
}

function sender(preset: PresetName): string {
  const kind = presetProofs[preset];
  if (kind) {
    const label = proofLabels[kind];
    return `Enter the **${label}** of ${presetLabels[preset]} at the address too, under **Edit**: what comes without it is refused with \`401\`. ${capitalized(nameOf(preset))} ${proofs[kind]}`;
  }
  return (
    tools[preset].sender ??
    `There is no signature to check. Treat the address like a secret, and [list the networks](/docs/inbound-addresses#let-in-only-the-tool) that ${nameOf(preset)} sends from, where you know them.`
  );
}

const problem = ({ status, message, fix, section }: (typeof errors)[keyof typeof errors]) =>
  `- ${code(String(status))} [${message}](/docs/errors#${section}): ${fix}`;

const problems = [
  problem(errors.senderNotVerified),
  problem(errors.addressPaused),
  '- `200`, but no lead: it is [held](/docs/inbound-addresses#what-is-answered), as no name, email or phone was found in it. Press **Map fields** at the address, check what is proposed, and press **Save and send again**.',
  '- An answer is in the wrong field, or a custom field instead: **Map fields** moves it, for what comes from then on.',
].join('\n');

function textOf(preset: PresetName): string {
  const tool = tools[preset];
  const { steps, note } = setupSteps[preset];
  const connect = `At **Settings → Inbound addresses**, press **Connect a form tool**, choose *${presetLabels[preset]}* and a step, and copy the address.`;
  const example = readExample(preset);
  return [
    `# ${titleOf(preset)}`,
    descriptionOf(preset),
    '## Set it up',
    [connect, ...steps].map((step, index) => `${index + 1}. ${step}`).join('\n'),
    ...(preset === 'htmlForm' ? [fence('html', formSnippet('{{base_url}}/in/YOUR_ADDRESS'))] : []),
    ...(note ? [note] : []),
    ...(tool.keyPage
      ? [`It can also be sent [with a key](/docs/${tool.keyPage}), without an inbound address.`]
      : []),
    '## What is sent',
    `${capitalized(tool.sends)}. For example:`,
    bodyText(example),
    '## What becomes of it',
    fieldsTable(example.lead),
    becomes(preset, example),
    '## Know the sender',
    sender(preset),
    '## Answers and retries',
    tool.hasVisitors ? tool.answers : `${answersOfAddress} ${tool.answers}`,
    '## When it fails',
    'Press **What arrived** at the address: it lists each submission with its answer.',
    problems,
  ].join('\n\n');
}

const descriptionOf = (preset: PresetName) =>
  `${titleOf(preset)} to an inbound address: the steps, an example with what becomes of it, and retries.`;

/** Without what all pages of tools say: a search for that would find each of them. */
function searchedText(preset: PresetName): string {
  const { sends, answers } = tools[preset];
  const { steps, note = '' } = setupSteps[preset];
  const proof = presetProofs[preset] ? sender(preset) : '';
  return [
    `# ${titleOf(preset)}`,
    descriptionOf(preset),
    ...steps,
    note,
    sends,
    proof,
    answers,
  ].join('\n\n');
}

const texts = new Map<PresetName, string>();

/** @returns `undefined` for a name that is no page of a tool */
export function findToolPage(slug: string) {
  const preset = presetNames.find((name) => presetPage(name) === slug);
  if (!preset) return undefined;

  const text = texts.get(preset) ?? textOf(preset);
  texts.set(preset, text);
  return {
    slug,
    title: titleOf(preset),
    shortTitle: presetLabels[preset],
    description: descriptionOf(preset),
    text,
    searched: searchedText(preset),
  };
}

const presets = presetGroups.flatMap((group) => group.presets);

export const toolSlugs: readonly string[] = presets.map(presetPage);

const link = (preset: PresetName) => `[${presetLabels[preset]}](/docs/${presetPage(preset)})`;

/** Links to all tools, in a sentence. */
export const toolLinks = () => list.format(presets.map(link));

function idText(preset: PresetName): string {
  if (onceAPerson(preset)) return 'Person';
  const path = idPath(readExample(preset).lead);
  return path === undefined ? 'Delivery' : code(path);
}

/** All tools with what differs between them. */
export const toolTable = () =>
  table(
    ['Tool', 'Sends', 'Proof', 'One lead for each'],
    presets.map((preset) => {
      const kind = presetProofs[preset];
      return [
        link(preset),
        capitalized(tools[preset].sends),
        kind ? proofLabels[kind] : 'None',
        idText(preset),
      ];
    }),
  );
