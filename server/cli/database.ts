import type { Command } from 'commander';
import { withServer } from './connect.ts';
import { addNoun, addVerb } from './grammar.ts';
import { type OutputOptions, writeResult } from './output.ts';

export function addDatabase(program: Command): void {
  const noun = addNoun(program, 'database', 'PostgreSQL database of this installation');

  addVerb(noun, 'url', 'print the connection string of its owner, with its password', [
    'database url',
    'database url --json',
  ]).action(async (options: OutputOptions) => {
    const database = await withServer(async (opened) => opened);
    const { directUrl, embedded } = database;
    const url = directUrl ?? database.url;

    writeResult(options, { url }, url);
    if (embedded && !embedded.adopted) {
      process.stderr.write(
        'The embedded PostgreSQL runs only while Leadgate runs. Its port can change with each start.\n',
      );
    }
  });
}
