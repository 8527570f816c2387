/**
 * The host of a `Host` header as `application_hosts` stores it: lower-case, without port and one
 * trailing dot. `ACME.localhost.:3000` → `acme.localhost`, `[::1]:3000` → `[::1]`.
 */
export function normalizeHost(hostHeader: string): string {
  const host = hostHeader.trim().toLowerCase();

  return host.replace(/:\d*$/, '').replace(/\.$/, '');
}
