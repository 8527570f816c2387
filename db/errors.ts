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

const stopped = 'database has stopped or was restarted';
export const diskFull = 'disk of the database is full';
const late = 'database does not answer in time';

/** Our own codes and SQL states, in words. */
const busy = {
  DEADLINE: late,
  OVERLOADED: 'more leads come than the database stores',
  '08000': stopped,
  '08003': stopped,
  '08006': stopped,
  '25006': 'database is read-only',
  '40001': 'database could not order transactions that ran at once',
  '40P01': 'database found a deadlock',
  '53100': diskFull,
  '53200': 'database is out of memory',
  '53300': 'database has too many connections',
  '55P03': 'lock in the database is not free',
  '57014': late,
  '57P01': stopped,
  '57P02': stopped,
  '57P03': stopped,
};

// Codes are compared, not classes: Next bundles copies of its own.
const connectionCodes = new Set(unreachable);
const transientCodes = new Map([
  ...unreachable.map((code) => [code, 'database cannot be reached'] as const),
  ...Object.entries(busy),
]);

const codeOf = (error: object) => ('code' in error ? String(error.code) : '');

/** Whether the database could not be reached. */
export const isUnreachable = (error: Error): boolean => connectionCodes.has(codeOf(error));

/**
 * In words, why the same call may succeed later: the database is unreachable, busy or overloaded, and did
 * not refuse what it was given. Looks through wrapping errors.
 */
export function transientCause(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const words = transientCodes.get(codeOf(cause));
    if (words) return words;
  }
  return undefined;
}

export const isTransient = (error: unknown): boolean => transientCause(error) !== undefined;
