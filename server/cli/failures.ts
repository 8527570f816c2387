import { CommanderError } from 'commander';
import { DrizzleQueryError } from 'drizzle-orm';
import postgres from 'postgres';
import { BackupError, BackupNotFoundError } from '#db/backup/errors.ts';
import { EmbeddedServerError } from '#db/embedded/fail.ts';
import { NewerSchemaError } from '#db/migrate.ts';
import { SettingsError } from '../env.ts';
import { DomainError, InvalidError, NotFoundError } from '../services/errors.ts';

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

/** Error codes of Node and postgres.js. */
const unreachable =
  /^(ECONN\w+|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|CONNECT_TIMEOUT|CONNECTION_\w+)$/;

/** For a host with several addresses, Node throws one error without a message of its own. */
function systemMessage(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [];
  return first instanceof Error ? first.message : error.message;
}

function databaseFailure(error: Error): Failure | undefined {
  if (error instanceof postgres.PostgresError)
    return failed(`The database refused the command: ${error.message}`);

  const code = 'code' in error ? String(error.code) : '';
  if (!unreachable.test(code)) return undefined;
  return failed(`The database cannot be reached: ${systemMessage(error)}`);
}

function classify(error: unknown): Failure {
  if (error instanceof CommanderError || error instanceof UsageError) {
    return usage(error.message.replace(/^error: /, ''));
  }
  if (error instanceof InvalidError) return usage(error.message);
  if (error instanceof NotFoundError || error instanceof BackupNotFoundError)
    return { exitCode: exitCodes.notFound, message: error.message };
  if (error instanceof InterruptedError)
    return { exitCode: exitCodes.interrupted, message: error.message };
  if (
    error instanceof DomainError ||
    error instanceof BackupError ||
    error instanceof SettingsError ||
    error instanceof EmbeddedServerError ||
    error instanceof NewerSchemaError
  ) {
    return failed(error.message);
  }
  // Its message contains the statement and its values.
  if (error instanceof DrizzleQueryError) return classify(error.cause ?? new Error('unknown'));
  if (!(error instanceof Error)) return failed(String(error));

  return databaseFailure(error) ?? failed(error.message || error.name);
}

/** One line for the operator, and the exit code. */
export function toFailure(error: unknown): Failure {
  const { exitCode, message } = classify(error);
  return { exitCode, message: message.trim().replaceAll(/\s*\n\s*/g, ' ') };
}
