import type { Command } from 'commander';
import { getCompanyBySlug } from '../services/companies/get-company-by-slug.ts';
import { listSteps } from '../services/steps/list-steps.ts';
import { withDatabase } from './connect.ts';
import { addNoun, addVerb } from './grammar.ts';
import { type OutputOptions, writeList } from './output.ts';

export function addSteps(program: Command): void {
  const noun = addNoun(program, 'steps', 'funnel steps, the targets of lead requests');

  addVerb(noun, 'list', 'list the steps that accept leads, in order', [
    'steps list',
    'steps list --company acme-sales --json',
  ])
    .option('--company <slug>', 'limit the list to this company')
    .action(async (options: OutputOptions & { company?: string }) => {
      const items = await withDatabase(async ({ db }) => {
        const company = options.company && (await getCompanyBySlug(db, options.company));
        return listSteps(db, { companyId: company ? company.id : undefined });
      });

      writeList(options, items, {
        company: ({ company }) => company,
        funnel: ({ funnel }) => funnel,
        step: ({ name }) => name,
        leads: ({ leads }) => leads,
        id: ({ id }) => id,
      });
    });
}
