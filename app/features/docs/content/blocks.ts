import { remarkGfm, structure } from 'fumadocs-core/mdx-plugins';
import { initAdvancedSearch } from 'fumadocs-core/search/server';
import { z } from 'zod';
import { makeSnippets, type Setting, type Snippet } from '#app/features/snippets/snippets.ts';
import { allFields, fieldOf, leadFields, saidFields } from '#db/values/lead-fields.ts';
import { apiKeysPerCompany, maxCustomFields, maxPhones } from '#db/values/limits.ts';
import {
  failedKeysPerMinute,
  headersMs,
  maxBatchBytes,
  maxBatchLeads,
  maxBodyBytes,
  maxHeaderBytes,
  maxJsonDepth,
  requestMs,
} from '#server/limits.ts';
import { failures } from '#server/public-api/contract.ts';
import { attributionRules, noAttribution } from '#server/public-api/diagnose/try-lead.ts';
import { errors } from '#server/public-api/errors.ts';
import { simulateDescription } from '#server/public-api/lead-headers.ts';
import { openApiDocument } from '#server/public-api/openapi/openapi.ts';
import { findPage, listPages } from './pages.ts';
import { anyStepId } from './step-id.ts';
import { table } from './table-text.ts';
import { toolLinks, toolTable } from './tool-pages.ts';

/** The parts of pages that are made from the code they describe, as Markdown. */

/** The application that a page is filled for. */
export interface Reader {
  /** With scheme and port. */
  origin: string;
  host: string;
  /** Name of the application. */
  application: string;
  /** Of the package at `/client.tgz`, absent before a build. */
  clientIntegrity?: string | undefined;
}

const baseUrlOf = ({ origin }: Reader) => `${origin}/api`;

const property = z.object({
  description: z.string(),
  deprecated: z.boolean().optional(),
  maxLength: z.number().optional(),
  $ref: z.string().optional(),
});
const documented = z.object({
  components: z.object({
    schemas: z
      .object({ NewLead: z.object({ properties: z.record(z.string(), property) }) })
      .catchall(z.object({ maxLength: z.number().optional() })),
  }),
});

function valueText(name: string, maxLength: number | undefined): string {
  if (name === 'phones') return `list, up to ${maxPhones}`;
  if (name === 'customFields') return `object, up to ${maxCustomFields}`;
  return maxLength === undefined ? 'text or whole number' : `text, up to ${maxLength}`;
}

const isFlag = (name: string) =>
  allFields.some((field) => field === name && fieldOf(field).kind === 'flag');

function fields({ origin }: Reader): string {
  const { NewLead, ...named } = documented.parse(openApiDocument(origin)).components.schemas;
  const { properties } = NewLead;
  const maxLengthOf = ({ maxLength, $ref = '' }: z.infer<typeof property>) =>
    maxLength ?? named[$ref.replace('#/components/schemas/', '')]?.maxLength;
  const rows = Object.entries(properties)
    .filter(([, { deprecated }]) => !deprecated)
    .map(([name, described]) => [
      `\`${name}\``,
      isFlag(name) ? '`true` or `false`' : valueText(name, maxLengthOf(described)),
      described.description,
    ]);
  return table(['Field', 'Value', 'Meaning'], rows);
}

/** Names that stand for a field; spellings of the field itself are left out. */
function otherNames(): string {
  const plain = (name: string) => name.replaceAll('_', '').toLowerCase();
  const rows = allFields.flatMap((field) => {
    const names = (fieldOf(field).aliases ?? []).filter((name) => plain(name) !== plain(field));
    const different = names.filter(
      (name, index) => names.findIndex((other) => plain(other) === plain(name)) === index,
    );
    const listed = different.map((name) => `\`${name}\``).join(', ');
    return different.length > 0 ? [[`\`${field}\``, listed]] : [];
  });
  return table(['Field', 'Also, in this order'], rows);
}

/** `[#…]` names the anchor of a heading. */
const errorSections = () =>
  Object.entries(failures)
    .flatMap(([status, { description }]) => [
      `## ${status} [#status-${status}]`,
      `${description}.`,
      ...Object.values(errors)
        .filter((error) => String(error.status) === status)
        .flatMap(({ section, message, fix }) => [`### \`${message}\` [#${section}]`, fix]),
    ])
    .join('\n\n');

function attribution(): string {
  const rows = attributionRules.map(({ name, when, gives }, index) => [
    `${index + 1}. ${name}`,
    when,
    gives,
  ]);
  const { source, medium, channel } = noAttribution;
  const last = [
    `${rows.length + 1}. Nothing`,
    'none of them',
    `\`${source}\`, \`${medium}\`, \`${channel}\``,
  ];
  return table(['Rule', 'Fits when sent', 'Source, medium, channel'], [...rows, last]);
}

const kibibytes = (bytes: number) => `${bytes / 1_024} KiB`;
const limits = () =>
  table(
    ['What', 'At most'],
    [
      ['Requests of a key', '100 a second with a burst of 200, unless set otherwise'],
      ['Body of a lead', kibibytes(maxBodyBytes)],
      ['Body of a batch', kibibytes(maxBatchBytes)],
      ['Leads in a batch', String(maxBatchLeads)],
      ['Phones of a lead', String(maxPhones)],
      ['Custom fields of a lead', String(maxCustomFields)],
      ['Levels of objects and lists in a body', String(maxJsonDepth)],
      ['Headers', kibibytes(maxHeaderBytes)],
      ['Time to send the headers', `${headersMs / 1_000} s`],
      ['Time to send the whole request', `${requestMs / 1_000} s`],
      ['Failed keys from one address', `${failedKeysPerMinute} a minute`],
      ['Keys of a company', String(apiKeysPerCompany)],
    ],
  );

/** A signed-in reader sees the IDs instead. */
export const howToSeeStepIds =
  '[Sign in](/sign-in?callbackUrl=%2Fdocs%2Fsteps) to see the IDs of your steps here. An admin finds them at **CRM → Funnels**, each with a copy button.';

/** The language after the fence. */
const languages: Record<string, string> = {
  curl: 'sh',
  cmd: 'bat',
  javascript: 'js',
  n8n: 'json',
};

const settingText = ({ value, trigger }: Setting) =>
  [value && `\`${value}\``, trigger && `*${trigger}, from your trigger*`].filter(Boolean).join(' ');

const snippetText = ({ id, code, settings }: Snippet) =>
  [
    code && `\`\`\`${languages[id] ?? id}\n${code.text}\n\`\`\``,
    settings &&
      table(
        ['Field', 'Value'],
        settings.map((setting) => [setting.field, settingText(setting)]),
      ),
  ]
    .filter(Boolean)
    .join('\n\n');

function snippet(reader: Reader, id: string): string {
  const snippets = makeSnippets({ baseUrl: baseUrlOf(reader), stepId: anyStepId });
  const found = snippets.find((each) => each.id === id);
  if (!found) throw new Error(`There is no snippet ${id}`);

  return `${found.hint}\n\n${snippetText(found)}`;
}

/** The first code in a section of another page, as `javascript#retries`. */
function codeOf(target: string): string {
  const [slug = '', anchor] = target.split('#');
  const sections = findPage(slug)?.text.split(/^## /m) ?? [];
  const section = sections.find((each) => headingAnchor(each.split('\n', 1)[0] ?? '') === anchor);
  const [code] = /^```[\s\S]*?^```$/m.exec(section ?? '') ?? [];
  if (code === undefined) throw new Error(`There is no code at ${target}`);

  return code;
}

const headingAnchor = (title: string) => title.trim().toLowerCase().replaceAll(' ', '-');

const blocks: Record<string, (reader: Reader, argument: string) => string> = {
  fields,
  other_names: otherNames,
  errors: errorSections,
  attribution_rules: attribution,
  form_tools: toolTable,
  limits,
  simulations: () => simulateDescription,
  step_ids: () => howToSeeStepIds,
  client_integrity: ({ clientIntegrity = 'made by the build' }) =>
    `\`\`\`text\n${clientIntegrity}\n\`\`\``,
  snippet,
  code: (_, target) => codeOf(target),
};

/** All that counts for the natural key of a request, beside step and external ID. */
const personFields = (['name', 'phones', ...saidFields] as const).map((name) =>
  leadFields[name].label.toLowerCase(),
);

const values: Record<string, (reader: Reader) => string> = {
  base_url: baseUrlOf,
  origin: ({ origin }) => origin,
  host: ({ host }) => host,
  application: ({ application }) => application,
  step_id: () => anyStepId,
  tool_links: toolLinks,
  person_fields: () => new Intl.ListFormat('en-GB').format(personFields),
};

/**
 * Fills the placeholders of a page: `{{fields}}` on a line of its own, `{{base_url}}` anywhere.
 *
 * @throws Error for one that does not exist
 */
export function fill(text: string, reader: Reader): string {
  return text
    .replaceAll(/^\{\{(\w+)(?: ([\w#-]+))?\}\}$/gm, (whole, name: string, argument = '') =>
      blocks[name] ? blocks[name](reader, argument) : whole,
    )
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = values[name];
      if (!value) throw new Error(`There is no placeholder ${name}`);
      return value(reader);
    });
}

/** A search is for words, which are the same for every reader. */
const anyone: Reader = {
  origin: 'https://crm.example.com',
  host: 'crm.example.com',
  application: 'CRM',
};

/** What the browser searches. */
export function exportIndex() {
  const pages = listPages().flatMap(({ pages: listed }) => listed);
  const indexes = pages.map(({ slug, title, description, searched }) => ({
    id: slug,
    url: `/docs/${slug}`,
    title,
    description,
    structuredData: structure(fill(searched, anyone), [remarkGfm]),
  }));
  return initAdvancedSearch({ indexes }).export();
}
