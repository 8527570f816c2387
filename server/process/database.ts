import { openEmbeddedServer } from '#db/embedded/cluster.ts';
import type { Settings } from '../env.ts';
import type { Logger } from '../log.ts';
import { readOrMakeSecrets } from '../secrets.ts';

export interface OpenDatabase {
  url: string;
  /** Given by the operator, or of the embedded server. Absent: `url` serves for all. */
  directUrl?: string | undefined;
  /** For the embedded server: its folder, and whether it ran already. */
  embedded?: { home: string; adopted: boolean };
  /** Stops the embedded server unless another process uses it. */
  release(): Promise<void>;
}

/**
 * The database of the installation: `DATABASE_URL`, else the embedded PostgreSQL, started or
 * adopted.
 *
 * @throws EmbeddedServerError
 */
export async function openDatabase(settings: Settings, log: Logger): Promise<OpenDatabase> {
  const { databaseUrl, databaseUrlDirect } = settings;
  if (databaseUrl)
    return { url: databaseUrl, directUrl: databaseUrlDirect, release: async () => {} };

  const { databasePassword } = readOrMakeSecrets(settings.dataDir);
  const server = await openEmbeddedServer(settings.dataDir, databasePassword, (event) =>
    log.warn(event),
  );
  return {
    url: server.url,
    directUrl: server.directUrl,
    embedded: { home: server.home, adopted: server.adopted },
    release: async () => {
      await server.release();
    },
  };
}
