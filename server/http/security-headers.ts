/**
 * Headers of every answer of the panel. `Referrer-Policy` is not `no-referrer`: browsers would send
 * `Origin: null`, and the panel could not tell its own POSTs from cross-site ones.
 */
export const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** A year. Without subdomains, which may belong to others. */
export const httpsOnly = { 'Strict-Transport-Security': 'max-age=31536000' };

/** Carries the nonce of a page to the root layout. */
export const nonceHeader = 'x-leadgate-nonce';

/**
 * Hashes of the style sheet that sonner inserts, first empty and then filled. When it changes, every
 * end-to-end test fails and the browser's message names the new hash.
 */
const toastStyles =
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='";

/** The page of the API reference, which Scalar draws (docs/adr/0050). */
export const referencePath = '/docs/reference';

/**
 * `Content-Security-Policy` of a page: nothing from other origins, and inline code only with the
 * nonce of this answer. `'self'` instead of `'strict-dynamic'`: all scripts of this origin are ours,
 * and a script that loads others is not allowed to.
 *
 * @param isDev Next's reload evaluates code and inserts styles
 * @param hasReference Scalar inserts styles
 */
export function pagePolicy(
  nonce: string,
  { isDev, hasReference }: { isDev: boolean; hasReference: boolean },
): string {
  const styles = isDev || hasReference ? "'unsafe-inline'" : `'nonce-${nonce}' ${toastStyles}`;

  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${isDev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${styles}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
