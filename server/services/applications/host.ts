/** Of a name: RFC 1035, 2.3.4, without the dot of the root. */
const maxHostLength = 253;

/**
 * The host of a `Host` header as `application_hosts` stores it: lower-case, without port and one
 * trailing dot. `ACME.localhost.:3000` → `acme.localhost`, `[::1]:3000` → `[::1]`. What is too long
 * for a name is none: caches must not keep it.
 */
export function normalizeHost(hostHeader: string): string {
  const host = hostHeader.trim().toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

  return host.length > maxHostLength ? '' : host;
}
