import { exitCodes } from './failures.ts';
import { execute } from './program.ts';

// Whoever reads us, `head` for one, may have seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.failed);
});

const { exitCode, complaint } = await execute(process.argv.slice(2));
if (complaint) process.stderr.write(`${complaint}\n`);
process.exitCode = exitCode;
