import type { Command } from 'commander';
import { createCompany } from '../services/companies/create-company.ts';
import { listCompanies } from '../services/companies/list-companies.ts';
import { parseName } from './arguments.ts';
import { withDatabase } from './connect.ts';
import { addNoun, addVerb } from './grammar.ts';
import { type OutputOptions, writeList, writeResult } from './output.ts';

interface CreateOptions extends OutputOptions {
  application: string;
  name: string;
  timeZone?: string;
  country?: string;
}

export function addCompanies(program: Command): void {
  const noun = addNoun(program, 'companies', 'customers of an application; each owns its data');

  addVerb(noun, 'list', 'list all companies', ['companies list --json']).action(
    async (options: OutputOptions) => {
      const items = await withDatabase(({ db }) => listCompanies(db));

      writeList(options, items, {
        slug: ({ slug }) => slug,
        name: ({ name }) => name,
        application: ({ application }) => application,
        'time zone': ({ timeZone }) => timeZone,
        country: ({ country }) => country ?? undefined,
        id: ({ id }) => id,
      });
    },
  );

  addVerb(noun, 'create <slug>', 'create a company', [
    'companies create initech-sales --application initech --name "Initech Sales"',
  ])
    .requiredOption('--application <slug>', 'application of the company')
    .requiredOption('--name <text>', 'name shown in the panel', parseName)
    .option(
      '--time-zone <name>',
      'IANA time zone, such as America/Sao_Paulo (default: of this machine)',
    )
    .option(
      '--country <code>',
      'ISO 3166 code, such as BR: phone numbers without country code are numbers of this country (default: of the time zone)',
    )
    .action(async (slug: string, options: CreateOptions) => {
      const { application: applicationSlug, name, timeZone, country } = options;
      const { id } = await withDatabase(({ db }) =>
        createCompany(db, { slug, name, applicationSlug, timeZone, country }),
      );

      writeResult(options, { id }, `Created the company ${slug} (${id}).`);
    });
}
