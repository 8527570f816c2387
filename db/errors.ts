/** Codes of the system, of Node and of postgres.js. */
const unreachable = [
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
];

/** Our own codes and SQL states. */
const busy = [
  'DEADLINE',
  'OVERLOADED',
  '08000',
  '08003',
  '08006',
  '25006', // read-only
  '40001', // serialization failure
  '40P01', // deadlock
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '55P03', // lock not available
  '57014', // statement timeout
  '57P01', // terminated by an administrator
  '57P02', // crashed
  '57P03', // starting up or shutting down
];

const connectionCodes = new Set(unreachable);
const transientCodes = new Set([...unreachable, ...busy]);

/** Codes are compared, not classes: Next bundles copies of its own. */
const hasCode = (error: object, codes: ReadonlySet<string>) =>
  'code' in error && typeof error.code === 'string' && codes.has(error.code);

/** Whether the database could not be reached. */
export const isUnreachable = (error: Error): boolean => hasCode(error, connectionCodes);

/**
 * Whether the same call may succeed later: the database is away, busy or overloaded, and did not
 * refuse what it was given. Looks through wrapping errors.
 */
export function isTransient(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (hasCode(cause, transientCodes)) return true;
  }
  return false;
}
