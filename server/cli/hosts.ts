import type { Command } from 'commander';
import { addHost } from '../services/applications/add-host.ts';
import { removeHost } from '../services/applications/remove-host.ts';
import { withDatabase } from './connect.ts';
import { addNoun, addVerb } from './grammar.ts';
import { type OutputOptions, writeResult } from './output.ts';

interface AddOptions extends OutputOptions {
  application: string;
  allowDemoAccounts?: boolean;
}

export function addHosts(program: Command): void {
  const noun = addNoun(program, 'hosts', 'host names of applications');

  addVerb(
    noun,
    'add <host>',
    'add a host to an application; * matches any host and needs a single application',
    [
      'hosts add crm.example.com --application acme',
      'hosts add 192.0.2.10 --application acme',
      "hosts add '*' --application acme",
    ],
  )
    .requiredOption('--application <slug>', 'application of the host')
    .option(
      '--allow-demo-accounts',
      'also for an application with demo accounts, whose password is public',
    )
    .action(async (typed: string, options: AddOptions) => {
      const { application, allowDemoAccounts = false } = options;
      const { host } = await withDatabase(({ db }) =>
        addHost(db, { host: typed, applicationSlug: application, allowDemoAccounts }),
      );

      writeResult(options, { host, application }, `${application} answers on ${host}.`);
    });

  addVerb(noun, 'remove <host>', 'remove a host from its application', [
    'hosts remove old.example.com',
  ]).action(async (typed: string, options: OutputOptions) => {
    const { host } = await withDatabase(({ db }) => removeHost(db, typed));

    writeResult(options, { host }, `No application answers on ${host} now.`);
  });
}
