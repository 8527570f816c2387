const stopped = 'database has stopped or was restarted';
const unreachable = 'database cannot be reached';
const late = 'database does not answer in time';

/**
 * What passes by itself, in words: codes of our own, of postgres.js, of the system, and SQL states.
 * Classes would not do: Next bundles copies of its own.
 */
const passing: Partial<Record<string, string>> = {
  DEADLINE: late,
  OVERLOADED: 'more leads come than the database stores',
  CONNECTION_CLOSED: stopped,
  CONNECTION_DESTROYED: stopped,
  CONNECTION_ENDED: stopped,
  CONNECT_TIMEOUT: unreachable,
  ECONNREFUSED: unreachable,
  ECONNRESET: stopped,
  EPIPE: stopped,
  ERR_SOCKET_CLOSED: stopped,
  ERR_STREAM_DESTROYED: stopped,
  ERR_STREAM_WRITE_AFTER_END: stopped,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  '08000': stopped,
  '08003': stopped,
  '08006': stopped,
  '25006': 'database is read-only',
  '40001': 'database could not order transactions that ran at once',
  '40P01': 'database found a deadlock',
  '53100': 'disk of the database is full',
  '53200': 'database is out of memory',
  '53300': 'database has too many connections',
  '55P03': 'lock in the database is not free',
  '57014': late,
  '57P01': stopped,
  '57P02': stopped,
  '57P03': stopped,
};

/**
 * In words, why the same call may succeed later: the database is away, busy or overloaded, and did
 * not refuse what it was given. Looks through wrapping errors.
 */
export function transientCause(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const words = 'code' in cause ? passing[String(cause.code)] : undefined;
    if (words) return words;
  }
  return undefined;
}

export const isTransient = (error: unknown): boolean => transientCause(error) !== undefined;
