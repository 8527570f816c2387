import type { Command } from 'commander';
import { withServer } from './connect.ts';
import { addNoun, addVerb } from './grammar.ts';
import { type OutputOptions, writeResult } from './output.ts';

export function addDatabase(program: Command): void {
  const noun = addNoun(program, 'database', 'the PostgreSQL of this installation');

  addVerb(noun, 'url', 'connection string in use, with its password', [
    'database url',
    'database url --json',
  ]).action(async (options: OutputOptions) => {
    const { url, embedded } = await withServer(async (database) => database);

    writeResult(options, { url }, url);
    if (embedded && !embedded.adopted) {
      process.stderr.write(
        'The embedded PostgreSQL runs only while Leadgate does, on a port chosen at each start.\n',
      );
    }
  });
}
