import type { Command } from 'commander';
import { generateLeads } from '#db/seed/generate-leads.ts';
import { getCompanyBySlug } from '../services/companies/get-company-by-slug.ts';
import { deriveAttribution } from '../services/leads/derive-attribution.ts';
import { countTo } from './arguments.ts';
import { withDatabase } from './connect.ts';
import { InterruptedError } from './failures.ts';
import { addNoun, addVerb } from './grammar.ts';
import { withInterrupt } from './interrupt.ts';
import { type OutputOptions, writeResult } from './output.ts';
import { duration, grouped, ProgressBar } from './progress-bar.ts';

const mostLeads = 1_000_000_000;

/** A batch, and the final `analyze`, may take long on a slow disk. */
const pool = { name: 'demo', connections: 1, statementTimeout: 600_000 };

interface GenerateOptions extends OutputOptions {
  company: string;
  leads: number;
}

/** Describes work that ended early: committed batches stay. */
const describeAdded = (added: number, total: number) =>
  `${grouped(added)} of ${grouped(total)} leads were added`;

function addLeads({ company: slug, leads }: GenerateOptions, signal: AbortSignal) {
  return withDatabase(async ({ db }) => {
    const company = await getCompanyBySlug(db, slug);
    const bar = new ProgressBar('Adding leads', leads);
    signal.addEventListener('abort', () => bar.note('stopping; Ctrl+C again stops at once'));
    let done = 0;
    const onProgress = (added: number) => {
      done = added;
      bar.update(added);
    };

    try {
      const options = { company, leads, deriveAttribution, signal, onProgress };
      const began = Date.now();
      const added = await generateLeads(db, options);
      return { company, added, elapsed: Date.now() - began };
    } catch (error) {
      bar.end();
      if (done > 0) process.stderr.write(`${describeAdded(done, leads)}.\n`);
      throw error;
    } finally {
      bar.end();
    }
  }, pool);
}

async function generate(options: GenerateOptions): Promise<void> {
  const { company, added, elapsed } = await withInterrupt((signal) => addLeads(options, signal));
  if (added < options.leads) {
    throw new InterruptedError(`Stopped by Ctrl+C: ${describeAdded(added, options.leads)}`);
  }

  const path = `/${company.slug}/funnels`;
  writeResult(
    options,
    { company: company.slug, leads: added, seconds: elapsed / 1_000, path },
    `Added ${grouped(added)} leads to ${company.name} in ${duration(elapsed)}, ` +
      `${grouped((1_000 * added) / elapsed)} a second.\nSee them in the panel at ${path}`,
  );
}

export function addDemo(program: Command): void {
  const noun = addNoun(program, 'demo', 'data to try the product with');

  addVerb(
    noun,
    'grow',
    'add made-up leads of the past year to a company; a million takes about 0.7 GB of disk',
    ['demo grow --leads 10000000 --company acme-sales'],
  )
    .requiredOption('--leads <count>', 'how many leads to add', countTo(mostLeads))
    .requiredOption('--company <slug>', 'company that gets them, in all steps that take leads')
    .action(generate);
}
