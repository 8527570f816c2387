import postgres from 'postgres';
import { EmbeddedServerError } from '#db/embedded/fail.ts';
import { NewerSchemaError } from '#db/migrate.ts';
import { SettingsError } from '../env.ts';
import { CrewError } from './messages.ts';

const away = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CONNECT_TIMEOUT',
  'ECONNRESET',
  'CONNECTION_CLOSED',
]);
const unwritable = new Set(['EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'ENOSPC', 'ENOENT']);

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');
const pathOf = (error: Error) => ('path' in error ? ` (${String(error.path)})` : '');

/** Why the program cannot start or go on, in one line for the operator. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (
    error instanceof SettingsError ||
    error instanceof CrewError ||
    error instanceof EmbeddedServerError ||
    error instanceof NewerSchemaError
  ) {
    return error.message;
  }
  if (away.has(codeOf(error)))
    return `DATABASE_URL: no PostgreSQL answers there (${codeOf(error)})`;
  if (error instanceof postgres.PostgresError) return `The database refuses: ${error.message}`;
  if (unwritable.has(codeOf(error)))
    return `DATA_DIR cannot be written: ${codeOf(error)}${pathOf(error)}`;
  return `${error.name}: ${error.message.split('\n', 1)[0]}`;
}
