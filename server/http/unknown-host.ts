import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { notInArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { applications } from '#db/schema/applications.ts';
import { normalizeHost } from '../services/applications/host.ts';
import { listDemoApplications } from '../services/applications/list-demo-applications.ts';
import { commonHeaders, inertPolicy } from './security-headers.ts';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1.5rem}
code{font:14px ui-monospace,monospace}pre{padding:1rem;border:1px solid #8886;border-radius:8px;overflow:auto}`;
const styleHash = createHash('sha256').update(style).digest('base64');

const program = 'npm run --silent cli --';

/** What an operator types so that an application answers on the host. */
const commands = (host: string, slug: string | undefined): string[] => [
  ...(slug
    ? []
    : [
        'applications create SLUG --name "NAME"',
        'companies create COMPANY --application SLUG --name "COMPANY NAME"',
        'users create EMAIL --company COMPANY --role admin --name "YOUR NAME"',
      ]),
  `hosts add ${host || 'HOST'} --application ${slug ?? 'SLUG'}`,
];

function page(host: string, slug: string | undefined): string {
  const lines = commands(host, slug).map((command) => escapeHtml(`${program} ${command}`));

  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Unknown address</title>
<style>${style}</style></head>
<body><main><h1>Unknown address: ${escapeHtml(host) || 'no host'}</h1>
<p>Leadgate runs here, but no application owns this address. On the server, in the folder of Leadgate, ${lines.length > 1 ? 'these commands set one up' : 'this adds it'}:</p>
<pre><code>${lines.join('\n')}</code></pre>
<p>Then reload this page.</p></main></body></html>`;
}

/**
 * A page for hosts that no application owns, with the commands that add the host: to the first
 * application, but never to one with demo accounts.
 */
export async function serveUnknownHost(
  db: Database,
  hostHeader: string,
  response: ServerResponse,
): Promise<void> {
  const [first] = await db
    .select({ slug: applications.slug })
    .from(applications)
    .where(notInArray(applications.id, await listDemoApplications(db)))
    .orderBy(applications.createdAt, applications.slug)
    .limit(1);

  response.writeHead(404, {
    ...commonHeaders,
    'content-security-policy': `${inertPolicy}; style-src 'sha256-${styleHash}'`,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(page(normalizeHost(hostHeader), first?.slug));
}
