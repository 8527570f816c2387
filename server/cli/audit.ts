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
    when: ({ createdAt }) => createdAt.toISOString(),
    who: ({ actorName }) => actorName,
    address: ({ address }) => address,
    what: ({ action }) => action,
    whom: ({ subjectName }) => subjectName,
    details: ({ details }) => details && JSON.stringify(details),
  });
}

export function addAudit(program: Command): void {
  const noun = addNoun(program, 'audit', 'who did what in a company');

  addVerb(noun, 'list', 'what was done and who signed in, the newest first', [
    'audit list --company acme-sales --limit 20',
  ])
    .requiredOption('--company <slug>', 'whose log')
    .option('--limit <count>', 'how many at most', countTo(10_000), 50)
    .action(list);
}
