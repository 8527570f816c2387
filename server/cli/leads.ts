import type { Command } from 'commander';
import type { Database } from '#db/client.ts';
import type { CompanyActor } from '../services/actor.ts';
import { getCompanyBySlug } from '../services/companies/get-company-by-slug.ts';
import { getCompanyOfStep } from '../services/companies/get-company-of-step.ts';
import { eraseLead } from '../services/leads/erase-lead.ts';
import { listLeads } from '../services/leads/list-leads.ts';
import { countTo, parseId } from './arguments.ts';
import { operator, withDatabase } from './connect.ts';
import { addNoun, addVerb } from './grammar.ts';
import { type OutputOptions, writeList, writeResult } from './output.ts';

const maxPageSize = 200;
const exampleId = '019f3c1e-5b7a-7c2d-9e40-1f2a3b4c5d6e';

async function newestLeads(db: Database, actor: CompanyActor, stepId: string, limit: number) {
  const take = (count: number) => Math.min(count, maxPageSize);
  let page = await listLeads(db, actor, { stepId, limit: take(limit) });
  const leads = [...page.items];

  while (page.nextCursor && leads.length < limit) {
    const cursor = page.nextCursor;
    page = await listLeads(db, actor, { stepId, cursor, limit: take(limit - leads.length) });
    leads.push(...page.items);
  }
  return leads;
}

interface ListOptions extends OutputOptions {
  step: string;
  limit: number;
}

async function list(options: ListOptions): Promise<void> {
  const { step, limit } = options;
  const leads = await withDatabase(async ({ db }) => {
    const { companyId } = await getCompanyOfStep(db, step);
    return newestLeads(db, operator(companyId), step, limit);
  });

  writeList(options, leads, {
    created: ({ createdAt }) => createdAt.toISOString(),
    name: ({ name }) => name,
    phones: ({ phones }) => phones.join(', ') || undefined,
    status: ({ status }) => status,
    channel: ({ channel }) => channel,
    id: ({ id }) => id,
  });
}

async function erase(id: string, options: OutputOptions & { company: string }): Promise<void> {
  await withDatabase(async ({ db }) => {
    const company = await getCompanyBySlug(db, options.company);
    return eraseLead(db, operator(company.id), { id });
  });

  writeResult(options, { id }, `Erased the lead ${id}.`);
}

export function addLeads(program: Command): void {
  const noun = addNoun(program, 'leads', 'leads of a company');

  addVerb(noun, 'list', 'list the leads of a step, newest first', [
    `leads list --step ${exampleId} --limit 5`,
  ])
    .requiredOption('--step <id>', 'ID of the step', parseId)
    .option('--limit <count>', 'maximum number of leads', countTo(10_000), 50)
    .action(list);

  addVerb(noun, 'erase', 'erase a lead at once, with all that is stored of the person', [
    `leads erase ${exampleId} --company acme-sales --yes`,
  ])
    .argument('<id>', 'ID of the lead', parseId)
    .requiredOption('--company <slug>', 'company of the lead')
    .requiredOption('--yes', 'confirm: it cannot be undone')
    .action(erase);
}
