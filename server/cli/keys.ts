import { type Command, Option } from 'commander';
import { endOfDay } from '#db/values/time-zone.ts';
import { createApiKeyInput } from '../panel-api/schemas/api-keys.ts';
import { activateApiKey } from '../services/api-keys/activate-api-key.ts';
import { createApiKey } from '../services/api-keys/create-api-key.ts';
import { deactivateApiKey } from '../services/api-keys/deactivate-api-key.ts';
import { listApiKeys } from '../services/api-keys/list-api-keys.ts';
import { getCompanyBySlug } from '../services/companies/get-company-by-slug.ts';
import { getCompanyOfApiKey } from '../services/companies/get-company-of-api-key.ts';
import { check, parseDayOrTime, parseId, parseIds } from './arguments.ts';
import { operator, withDatabase } from './connect.ts';
import { addNoun, addVerb } from './grammar.ts';
import { type OutputOptions, writeList, writeResult } from './output.ts';

interface CreateOptions extends OutputOptions {
  company: string;
  name: string;
  /** A day as `2027-01-31`, or ISO 8601. */
  expiresAt?: string;
  permissions: string;
  steps?: string[];
  rate?: number;
  test?: boolean;
}

const exampleId = '019f3c1e-5b7a-7c2d-9e40-1f2a3b4c5d6e';

async function list(options: OutputOptions & { company: string }): Promise<void> {
  const { items } = await withDatabase(async ({ db }) => {
    const company = await getCompanyBySlug(db, options.company);
    return listApiKeys(db, operator(company.id), { filter: 'all' });
  });

  writeList(options, items, {
    name: ({ name }) => name,
    key: ({ hint }) => hint,
    status: ({ status }) => status,
    kind: ({ kind }) => kind,
    expires: ({ expiresAt }) => expiresAt?.toISOString(),
    'last use': ({ lastUsedAt }) => lastUsedAt?.toISOString(),
    id: ({ id }) => id,
  });
}

/** A day means its end in the time zone of the company. */
function expiryOf({ expiresAt }: CreateOptions, { timeZone }: { timeZone: string }) {
  const end = expiresAt && endOfDay(timeZone, expiresAt);
  return end ? end.toISOString() : (expiresAt ?? null);
}

async function create(options: CreateOptions): Promise<void> {
  const { key, secret } = await withDatabase(async ({ db, settings: { keyPepper } }) => {
    const company = await getCompanyBySlug(db, options.company);
    const settings = check(createApiKeyInput, {
      name: options.name,
      permissions: options.permissions === 'none' ? [] : options.permissions.split(','),
      expiresAt: expiryOf(options, company),
      funnelIds: [],
      stepIds: options.steps ?? [],
      rateLimit: options.rate ?? null,
      kind: options.test ? 'rehearsal' : 'live',
    });
    return createApiKey(db, operator(company.id), settings, { keyPepper });
  });

  const message = `Created the key "${key.name}" (${key.id}).\nSecret (shown only once): ${secret}`;
  writeResult(options, { id: key.id, secret }, message);
}

type Change = typeof activateApiKey | typeof deactivateApiKey;

/** Finds the company of the key by its ID. */
async function apply(change: Change, id: string, options: OutputOptions): Promise<void> {
  const key = await withDatabase(async ({ db }) => {
    const { companyId } = await getCompanyOfApiKey(db, id);
    return change(db, operator(companyId), { id });
  });

  writeResult(options, { id, status: key.status }, `The key "${key.name}" is ${key.status}.`);
}

export function addKeys(program: Command): void {
  const noun = addNoun(program, 'keys', 'API keys of a company');

  addVerb(noun, 'list', 'list the keys of a company, newest first', [
    'keys list --company acme-sales',
  ])
    .requiredOption('--company <slug>', 'company of the keys')
    .action(list);

  addVerb(noun, 'create', 'create a key and show its secret once', [
    'keys create --company acme-sales --name "Website form"',
    `keys create --company acme-sales --name "Fair" --expires-at 2027-01-31T18:00:00Z --steps ${exampleId}`,
    'keys create --company acme-sales --name "CI" --json',
    'keys create --company acme-sales --name "n8n, trying" --test',
  ])
    .requiredOption('--company <slug>', 'company that gets the leads')
    .requiredOption('--name <text>', 'name that says what the key is used for')
    .option(
      '--expires-at <time>',
      'last day, in the time zone of the company, or time, ISO 8601 (default: never)',
      parseDayOrTime,
    )
    .addOption(
      new Option('--permissions <list>', 'permissions of the key')
        .choices(['leads:create', 'leads:read', 'leads:create,leads:read', 'none'])
        .default('leads:create'),
    )
    .option(
      '--steps <ids>',
      'IDs of the steps that the key can use, separated by commas (default: all)',
      parseIds,
    )
    .option(
      '--rate <number>',
      'requests a second, 0 for no limit (default: RATE_LIMIT_PER_KEY)',
      Number,
    )
    .option('--test', 'for trying an integration: its leads are tests (default: live)')
    .action(create);

  addVerb(noun, 'deactivate', 'deactivate a key; it stops within a second', [
    `keys deactivate ${exampleId}`,
  ])
    .argument('<id>', 'ID of the key', parseId)
    .action((id: string, options: OutputOptions) => apply(deactivateApiKey, id, options));

  addVerb(noun, 'activate', 'activate a deactivated key', [`keys activate ${exampleId}`])
    .argument('<id>', 'ID of the key', parseId)
    .action((id: string, options: OutputOptions) => apply(activateApiKey, id, options));
}
