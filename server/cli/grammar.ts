import type { Command } from 'commander';

/** How the program is called; messages and examples can be pasted as they stand. */
export const programName = 'npm run --silent cli --';

const exitCodesHelp = `
Exit codes:
    0  done
    1  a rule or the database refused; one line on stderr says why
    2  the command was typed wrongly
    3  what it is about does not exist
  130  stopped by Ctrl+C; one line on stderr says what was done until then`;

export function addExitCodes(program: Command): Command {
  return program.addHelpText('after', exitCodesHelp);
}

export function addNoun(program: Command, name: string, description: string): Command {
  return addExitCodes(program.command(name).description(description));
}

/**
 * @param usage the verb with its arguments, as `add <host>`
 * @param examples calls without the program's name
 */
export function addVerb(
  noun: Command,
  usage: string,
  description: string,
  examples: readonly string[],
): Command {
  const lines = examples.map((example) => `\n  ${programName} ${example}`).join('');
  const verb = noun
    .command(usage)
    .description(description)
    .option('--json', 'print JSON, and nothing else, on stdout')
    .addHelpText('after', `\nExamples:${lines}`);

  return addExitCodes(verb);
}

/** Every command of the program, itself included. */
export function walk(command: Command): Command[] {
  return [command, ...command.commands.flatMap(walk)];
}

/** The command as it is typed, as `npm run --silent cli -- keys create`. */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}
