import { Command, CommanderError } from 'commander';
import { addApplications } from './applications.ts';
import { addAudit } from './audit.ts';
import { addBackup } from './backup.ts';
import { addCompanies } from './companies.ts';
import { addDatabase } from './database.ts';
import { addDemo } from './demo.ts';
import { exitCodes, failureOf, UsageError } from './failures.ts';
import { addFunnels } from './funnels.ts';
import { addExitCodes, pathOf, programName, walk } from './grammar.ts';
import { addHosts } from './hosts.ts';
import { addKeys } from './keys.ts';
import { addLeads } from './leads.ts';
import { addSteps } from './steps.ts';
import { addUsers } from './users.ts';

function makeProgram(): Command {
  const program = new Command(programName)
    .description('Leadgate for operators: <noun> <verb>, whether the server runs or not')
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

function verbMissing(command: Command): UsageError {
  const choices = command.commands.map((child) => child.name()).join(', ');
  return new UsageError(`Say what to do: one of ${choices}`);
}

export interface Verdict {
  exitCode: number;
  /** One line for stderr. */
  complaint?: string;
}

/**
 * Runs one command. What it has to say goes to stdout, why it could not comes back.
 *
 * @param args without the program's name
 */
export async function execute(args: readonly string[]): Promise<Verdict> {
  const program = makeProgram();
  let current = program;
  for (const command of walk(program)) {
    command.exitOverride((error) => {
      current = command;
      throw error.code === 'commander.help' ? verbMissing(command) : error;
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

    const { exitCode, message } = failureOf(error);
    const help = exitCode === exitCodes.usage ? ` (see: ${pathOf(current)} --help)` : '';
    return { exitCode, complaint: `${message}${help}` };
  }
}
