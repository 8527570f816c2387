import { createHash } from 'node:crypto';

/** Pages without Next, for when it cannot render one, and for visitors of forms. */

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** For answers that are no pages: nothing in them may load or run. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'";

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1.5rem}
code{font:14px ui-monospace,monospace}pre{padding:1rem;border:1px solid #8886;border-radius:8px;overflow:auto}`;
const styleHash = createHash('sha256').update(style).digest('base64');

export interface HtmlPage {
  title: string;
  heading: string;
  /** HTML below the heading. */
  content: string;
  /** Loads the address again after so many seconds. */
  refreshSeconds?: number;
}

/** A page with the headers that describe it. */
export function htmlPage({ title, heading, content, refreshSeconds }: HtmlPage) {
  const refresh = refreshSeconds ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : '';
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">${refresh}<title>${escapeHtml(title)}</title>
<style>${style}</style></head>
<body><main><h1>${escapeHtml(heading)}</h1>
${content}</main></body></html>`;
  const headers = {
    'content-security-policy': `${inertPolicy}; style-src 'sha256-${styleHash}'`,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(body)),
  };
  return { body, headers };
}
