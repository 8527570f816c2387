import type { Command } from 'commander';
import { createFunnelInput } from '../panel-api/schemas/funnels.ts';
import { getCompanyBySlug } from '../services/companies/get-company-by-slug.ts';
import { createFunnel } from '../services/funnels/create-funnel.ts';
import { getFunnel } from '../services/funnels/get-funnel.ts';
import { check, parseNames } from './arguments.ts';
import { operator, withDatabase } from './connect.ts';
import { addNoun, addVerb } from './grammar.ts';
import { type OutputOptions, writeResult } from './output.ts';

interface CreateOptions extends OutputOptions {
  company: string;
  steps: string[];
}

async function create(name: string, options: CreateOptions): Promise<void> {
  const input = check(createFunnelInput, {
    name,
    steps: options.steps.map((step) => ({ name: step })),
  });
  const funnel = await withDatabase(async ({ db }) => {
    const company = await getCompanyBySlug(db, options.company);
    const actor = operator(company.id);
    return getFunnel(db, actor, await createFunnel(db, actor, input));
  });

  const { id, steps } = funnel;
  const lines = steps.map((step) => `\n  ${step.id}  ${step.name}`).join('');
  writeResult(
    options,
    { id, steps: steps.map((step) => ({ id: step.id, name: step.name })) },
    `Created the funnel "${funnel.name}" (${id}). Its steps:${lines}`,
  );
}

export function addFunnels(program: Command): void {
  const noun = addNoun(program, 'funnels', 'ordered steps that leads pass through');

  addVerb(noun, 'create <name>', 'create a funnel with its steps', [
    'funnels create "New customers" --company acme-sales --steps "Inbox,First call,Won"',
  ])
    .requiredOption('--company <slug>', 'company of the funnel')
    .requiredOption(
      '--steps <names>',
      'names of the steps in order, separated by commas',
      parseNames,
    )
    .action(create);
}
