import type { Command } from 'commander';
import { listAuditEntries } from '../services/audit/list-audit-entries.ts';
import { getCompanyBySlug } from '../services/companies/get-company-by-slug.ts';
import { countTo } from './arguments.ts';
import { operator, withDatabase } from './connect.ts';
import { addNoun, addVerb } from './grammar.ts';
import { type OutputOptions, writeList } from './output.ts';

interface ListOptions extends OutputOptions {
  company: string;
  limit: number;
}

async function list(options: ListOptions): Promise<void> {
  const { items } = await withDatabase(async ({ db }) => {
    const company = await getCompanyBySlug(db, options.company);
    return listAuditEntries(db, operator(company.id), { limit: options.limit });
  });

  writeList(options, items, {
    time: ({ createdAt }) => createdAt.toISOString(),
    actor: ({ actorName }) => actorName,
    address: ({ address }) => address,
    action: ({ action }) => action,
    subject: ({ subjectName }) => subjectName,
    details: ({ details }) => details && JSON.stringify(details),
  });
}

export function addAudit(program: Command): void {
  const noun = addNoun(program, 'audit', 'audit log of a company');

  addVerb(noun, 'list', 'list changes and sign-ins, newest first', [
    'audit list --company acme-sales --limit 20',
  ])
    .requiredOption('--company <slug>', 'company of the log')
    .option('--limit <count>', 'maximum number of entries', countTo(10_000), 50)
    .action(list);
}
