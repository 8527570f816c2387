import { CommanderError } from 'commander';
import { BackupNotFoundError } from '#db/backup/errors.ts';
import { describeFailure, inOneLine } from '../process/describe-failure.ts';
import { InvalidError, NotFoundError } from '../services/errors.ts';

export const exitCodes = { ok: 0, failed: 1, usage: 2, notFound: 3, interrupted: 130 } as const;

/** Incorrect usage of a command; `message` is one line. */
export class UsageError extends Error {}

/** Ctrl+C; `message` says what was completed. */
export class InterruptedError extends Error {}

interface Failure {
  exitCode: number;
  message: string;
}

const failed = (message: string): Failure => ({ exitCode: exitCodes.failed, message });
const usage = (message: string): Failure => ({ exitCode: exitCodes.usage, message });

function classify(error: unknown): Failure {
  if (error instanceof CommanderError || error instanceof UsageError) {
    return usage(error.message.replace(/^error: /, ''));
  }
  if (error instanceof InvalidError) return usage(error.message);
  if (error instanceof NotFoundError || error instanceof BackupNotFoundError)
    return { exitCode: exitCodes.notFound, message: error.message };
  if (error instanceof InterruptedError)
    return { exitCode: exitCodes.interrupted, message: error.message };
  // A file that the command line names, where `describeFailure` would speak of DATA_DIR.
  if (error instanceof Error && 'path' in error) return failed(error.message);
  return failed(describeFailure(error));
}

/** One line for the operator and the exit code that goes with it. */
export function toFailure(error: unknown): Failure {
  const { exitCode, message } = classify(error);
  return { exitCode, message: inOneLine(message) };
}
