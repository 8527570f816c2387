import { isIP, isIPv6 } from 'node:net';

/**
 * The address of an entry of `X-Forwarded-For`, to which some proxies add the port of the caller, in
 * lower case; an IPv4 address as such. Undefined when it is no address.
 */
export function hopAddress(entry: string): string | undefined {
  const text = entry.trim().toLowerCase();
  const [, bare = text] = /^\[(.*)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = bare.replace(/^::ffff:(?=\d+\.)/, '');

  return isIP(address) === 0 ? undefined : address;
}

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

/** Whether a host name or address is this machine: `localhost`, `acme.localhost`, `127.0.0.1`, `::1`. */
export const isLoopback = (host: string): boolean =>
  /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){3}|::1|\[::1\])$/.test(host);

/**
 * `1` for a caller on this machine, as `server/main.ts` has found. Under Next alone anyone can send it.
 */
export const localCallerHeader = 'x-leadgate-local';

/** Whom to count failures against: the IPv4 address, or the /64 of an IPv6 one. */
export function callerNetwork(given: string): string {
  const address =
    given
      .trim()
      .toLowerCase()
      .replace(/^::ffff:(?=\d+\.)/, '') || 'unknown';

  return isIPv6(address) ? prefixOf(address) : address.slice(0, 64);
}
