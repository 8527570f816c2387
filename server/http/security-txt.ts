import { getRuntime } from '../runtime.ts';

const path = '/.well-known/security.txt';
/** RFC 9116 wants less than a year. */
const validDays = 180;
const dayMs = 86_400_000;

const headers = { 'Content-Type': 'text/plain; charset=utf-8' };

/**
 * The contact for reports of vulnerabilities (RFC 9116).
 *
 * @param origin scheme and host that the caller reached us by
 */
export function securityTxt(origin: string, now: number): Response {
  const { securityContact } = getRuntime().settings;
  if (!securityContact) {
    const text = 'No contact for security reports is set. The operator can set SECURITY_CONTACT.\n';
    return new Response(text, { status: 404, headers });
  }

  const expires = new Date((Math.floor(now / dayMs) + validDays) * dayMs);
  const fields = [
    `Contact: ${securityContact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}${path}`,
  ];
  return new Response(`${fields.join('\n')}\n`, { headers });
}
