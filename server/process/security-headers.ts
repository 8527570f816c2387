/**
 * What browsers are told about every answer of the panel. `Referrer-Policy` is not `no-referrer`:
 * with that, browsers send `Origin: null`, and our own POSTs could not be told from others'.
 */
export const commonHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** A year. Not for subdomains: they need not be ours. */
export const httpsOnly = { 'Strict-Transport-Security': 'max-age=31536000' };

/** Tells the root layout the nonce of its page. */
export const nonceHeader = 'x-leadgate-nonce';

/** For answers that are no pages: whatever is made of them does nothing. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Of the style sheet that sonner inserts, first empty and then filled. Browsers name the new hash
 * when it changes, and no end-to-end test passes until it stands here.
 */
const toastStyles =
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='";

/** Reloading while developing needs what must not be there otherwise. */
const developing = { scripts: " 'unsafe-eval'", styles: "'self' 'unsafe-inline'" };

/**
 * `Content-Security-Policy` of a page: nothing from elsewhere, and of inline code only what bears
 * the nonce of this one answer. Ours are the only scripts of this origin, hence `'self'`, and no
 * `'strict-dynamic'`, which would let a script that was misled load others.
 */
export function pagePolicy(nonce: string, isDev: boolean): string {
  const styles = `'self' 'nonce-${nonce}' ${toastStyles}`;

  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${isDev ? developing.scripts : ''}`,
    `style-src ${isDev ? developing.styles : styles}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
