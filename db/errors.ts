/**
 * Codes of our own, of postgres.js, of the system, and SQL states that pass by themselves. Classes
 * would not do: Next bundles copies of its own.
 */
const passing = new Set([
  'DEADLINE',
  'OVERLOADED',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
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
]);

/**
 * Whether the same call may succeed later: the database is away, busy or overloaded, and did not
 * refuse what it was given. Looks through wrapping errors.
 */
export function isTransient(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && passing.has(cause.code)) return true;
  }
  return false;
}
