import type { Command } from 'commander';
import { createApplication } from '../services/applications/create-application.ts';
import { listApplications } from '../services/applications/list-applications.ts';
import { parseName } from './arguments.ts';
import { withDatabase } from './connect.ts';
import { addNoun, addVerb } from './grammar.ts';
import { type OutputOptions, writeList, writeResult } from './output.ts';

export function addApplications(program: Command): void {
  const noun = addNoun(program, 'applications', 'white-label tenants with hosts and companies');

  addVerb(noun, 'list', 'list all applications with their hosts', ['applications list']).action(
    async (options: OutputOptions) => {
      const items = await withDatabase(({ db }) => listApplications(db));

      writeList(options, items, {
        slug: ({ slug }) => slug,
        name: ({ name }) => name,
        companies: ({ companies }) => companies,
        hosts: ({ hosts }) => hosts.join(', '),
      });
    },
  );

  addVerb(noun, 'create <slug>', 'create an application; then add a host with "hosts add"', [
    'applications create initech --name "Initech"',
  ])
    .requiredOption('--name <text>', 'name shown in the panel', parseName)
    .action(async (slug: string, options: OutputOptions & { name: string }) => {
      const { id } = await withDatabase(({ db }) => createApplication(db, { slug, ...options }));

      writeResult(options, { id }, `Created the application ${slug} (${id}).`);
    });
}
