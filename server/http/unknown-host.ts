import type { ServerResponse } from 'node:http';
import { notInArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { applications } from '#db/schema/applications.ts';
import { escapeHtml } from '../html-page.ts';
import { normalizeHost } from '../services/applications/host.ts';
import { listDemoApplications } from '../services/applications/list-demo-applications.ts';
import { sendHtml } from './send-html.ts';

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

function content(host: string, slug: string | undefined): string {
  const lines = commands(host, slug).map((command) => escapeHtml(`${program} ${command}`));

  return `<p>Leadgate runs here, but no application owns this address. On the server, in the folder of Leadgate, ${lines.length > 1 ? 'these commands set one up' : 'this adds it'}:</p>
<pre><code>${lines.join('\n')}</code></pre>
<p>Then reload this page.</p>`;
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

  const host = normalizeHost(hostHeader);
  sendHtml(response, 404, {
    title: 'Unknown address',
    heading: `Unknown address: ${host || 'no host'}`,
    content: content(host, first?.slug),
  });
}
