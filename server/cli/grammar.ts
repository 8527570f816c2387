import type { Command } from 'commander';

/** The command as it is typed, so that examples and messages can be pasted. */
export const programName = 'npm run --silent cli --';

const exitCodesHelp = `
Exit codes:
    0  success
    1  refused or failed; one line on stderr states the reason
    2  incorrect usage
    3  the named object does not exist
  130  stopped by Ctrl+C; one line on stderr states what was completed`;

export function addExitCodes(program: Command): Command {
  return program.addHelpText('after', exitCodesHelp);
}

export function addNoun(program: Command, name: string, description: string): Command {
  const noun = program.command(name).usage('<verb> [options]').helpCommand(false);
  return addExitCodes(noun.description(description));
}

/**
 * @param usage the verb with its arguments, for example `add <host>`
 * @param examples commands without the program's name
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
    .option('--json', 'print only JSON on stdout')
    .addHelpText('after', `\nExamples:${lines}`);

  return addExitCodes(verb);
}

/** The command and all commands below it. */
export function allCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

/** The command with its parents, for example `npm run --silent cli -- keys create`. */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}
