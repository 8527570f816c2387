import { isIPv6 } from 'node:net';

/** The first four groups of an IPv6 address: a customer owns the whole /64. */
function prefixOf(address: string): string {
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...after];

  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}

/** Whom to count failures against: the IPv4 address, or the /64 of an IPv6 one. */
export function callerNetwork(given: string): string {
  const address =
    given
      .trim()
      .toLowerCase()
      .replace(/^::ffff:(?=\d+\.)/, '') || 'unknown';

  return isIPv6(address) ? prefixOf(address) : address.slice(0, 64);
}
