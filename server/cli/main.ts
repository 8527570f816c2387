import { exitCodes } from './failures.ts';
import { execute } from './program.ts';

// The reader of a pipe, for example `head`, can close it early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.failed);
});

const { exitCode, error } = await execute(process.argv.slice(2));
if (error) process.stderr.write(`${error}\n`);
process.exitCode = exitCode;
