import { Command, CommanderError } from 'commander';
import { addApplications } from './applications.ts';
import { addAudit } from './audit.ts';
import { addBackup } from './backup.ts';
import { addCompanies } from './companies.ts';
import { addDatabase } from './database.ts';
import { addDemo } from './demo.ts';
import { exitCodes, toFailure, UsageError } from './failures.ts';
import { addFunnels } from './funnels.ts';
import { addExitCodes, allCommands, pathOf, programName } from './grammar.ts';
import { addHosts } from './hosts.ts';
import { addKeys } from './keys.ts';
import { addLeads } from './leads.ts';
import { addSteps } from './steps.ts';
import { addUsers } from './users.ts';

const description = `Manages a Leadgate installation, while the server runs or while it is stopped.
It reads the same environment variables and .env file as the server.`;

const guide = `
Use "<noun> --help" for the verbs of a noun, and "<noun> <verb> --help" for options
and examples. Every verb has the option --json for use in scripts.

Set up an empty installation in this order:
  ${programName} applications create acme --name "Acme"
  ${programName} companies create acme-sales --application acme --name "Acme Sales"
  ${programName} users create ada@example.com --company acme-sales --role admin --name "Ada"
  ${programName} hosts add crm.example.com --application acme`;

function makeProgram(): Command {
  const program = new Command(programName)
    .usage('<noun> <verb> [options]')
    .description(description)
    .addHelpText('after', guide)
    .helpCommand(false)
    .configureOutput({ writeErr: () => {} });
  addExitCodes(program);

  for (const addNoun of [
    addApplications,
    addHosts,
    addCompanies,
    addUsers,
    addFunnels,
    addSteps,
    addKeys,
    addLeads,
    addAudit,
    addDatabase,
    addBackup,
    addDemo,
  ]) {
    addNoun(program);
  }
  return program;
}

function missingCommand(command: Command): UsageError {
  const choices = command.commands.map((child) => child.name()).join(', ');
  return new UsageError(`A command is missing: use one of ${choices}`);
}

export interface CommandResult {
  exitCode: number;
  /** One line for stderr. */
  error?: string;
}

/**
 * Runs one command. Results go to stdout; an error is returned.
 *
 * @param args without the program's name
 */
export async function execute(args: readonly string[]): Promise<CommandResult> {
  const program = makeProgram();
  let current = program;
  for (const command of allCommands(program)) {
    command.exitOverride((error) => {
      current = command;
      throw error.code === 'commander.help' ? missingCommand(command) : error;
    });
  }
  program.hook('preAction', (_, command) => {
    current = command;
  });

  try {
    await program.parseAsync(args, { from: 'user' });
    return { exitCode: exitCodes.ok };
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return { exitCode: exitCodes.ok };

    const { exitCode, message } = toFailure(error);
    const help = exitCode === exitCodes.usage ? ` (see: ${pathOf(current)} --help)` : '';
    return { exitCode, error: `${message}${help}` };
  }
}
