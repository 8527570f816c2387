import { eq } from 'drizzle-orm';
import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { applicationHosts } from '#db/schema/applications.ts';
import { NotFoundError } from '../errors.ts';
import { normalizeHost } from './host.ts';

/**
 * No application answers on the host any more.
 *
 * @throws NotFoundError
 */
export function removeHost(db: Database, typed: string): Promise<{ host: string }> {
  return db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(applicationHosts)
      .where(eq(applicationHosts.host, normalizeHost(typed)))
      .returning({ host: applicationHosts.host });
    if (!removed) throw new NotFoundError(`No application has the host "${typed}"`);

    await announce(tx, 'hosts');
    return removed;
  });
}
