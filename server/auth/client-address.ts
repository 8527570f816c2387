import { isIPv6 } from 'node:net';

/** The first four groups of an IPv6 address: a customer owns the whole /64. */
function network(address: string): string {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...after];

  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}

/**
 * Whom to count failures against: the IPv4 address, or the /64 of an IPv6 one. Reads
 * `X-Forwarded-For`, which `server/main.ts` overwrites with the true peer unless that is a trusted
 * proxy, and which Next fills in where it is absent.
 */
export function clientAddress(headers: Headers): string {
  const given = headers.get('x-forwarded-for')?.split(',', 1)[0]?.trim().toLowerCase() || 'unknown';
  const address = given.replace(/^::ffff:(?=\d+\.)/, '');

  return isIPv6(address) ? network(address) : address.slice(0, 64);
}
