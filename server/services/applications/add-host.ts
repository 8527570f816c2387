import { isIP } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { applicationHosts, applications } from '#db/schema/applications.ts';
import { ConflictError, InvalidError } from '../errors.ts';
import { getApplicationBySlug } from './get-application-by-slug.ts';
import { normalizeHost } from './host.ts';
import { listDemoApplications } from './list-demo-applications.ts';

const name =
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

function isHost(host: string): boolean {
  if (host.startsWith('[')) return host.endsWith(']') && isIP(host.slice(1, -1)) === 6;
  return host === '*' || name.test(host);
}

/**
 * Lets an application answer on a host. Adding a host that it has already changes nothing.
 *
 * @param input.host as a user types it; `*` means any host
 * @param input.allowDemoAccounts accepts a new host for an application whose passwords are public
 * @throws InvalidError, NotFoundError
 * @throws ConflictError when another application has the host, for `*` when there are others, and for
 *   a demo application
 */
export async function addHost(
  db: Database,
  input: { host: string; applicationSlug: string; allowDemoAccounts?: boolean },
): Promise<{ host: string }> {
  const typed = isIP(input.host) === 6 ? `[${input.host}]` : input.host;
  const host = normalizeHost(typed);
  if (!isHost(host)) throw new InvalidError(`"${input.host}" is not a host name`, 'host');

  return db.transaction(async (tx) => {
    // Excludes a simultaneous `createApplication`, which looks for `*`.
    await tx.execute(sql`lock table ${applications} in share row exclusive mode`);
    const application = await getApplicationBySlug(tx, input.applicationSlug);
    if (host === '*' && (await tx.$count(applications)) > 1) {
      throw new ConflictError('The host * is only for an installation with a single application');
    }
    const added = await tx
      .insert(applicationHosts)
      .values({ host, applicationId: application.id })
      .onConflictDoNothing()
      .returning();
    const [owner] = await tx
      .select({ id: applicationHosts.applicationId })
      .from(applicationHosts)
      .where(eq(applicationHosts.host, host));
    if (owner?.id !== application.id) {
      throw new ConflictError(`The host "${host}" belongs to another application`);
    }
    const demos =
      added.length > 0 && !input.allowDemoAccounts ? await listDemoApplications(tx) : [];
    if (demos.includes(application.id)) {
      throw new ConflictError(
        `The application "${application.slug}" has demo accounts, whose password is public: create an application of your own, or add --allow-demo-accounts`,
      );
    }
    await announce(tx, 'hosts');

    return { host };
  });
}
