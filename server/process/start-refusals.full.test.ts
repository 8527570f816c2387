import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { testSecrets } from '#server/testing/secrets.ts';
import { cleanUp, newFolder, startLeadgate } from '#server/testing/start-leadgate.ts';

afterEach(cleanUp, 60_000);

describe('a start that cannot succeed says why in one line', () => {
  const database = withTestDatabase();

  async function fails(env: Record<string, string>): Promise<string> {
    const server = startLeadgate({ env });
    expect(await server.ended).toBe(1);
    expect(server.output).not.toMatch(/^\s+at /m);
    return server.output
      .split('\n')
      .filter((line) => line.startsWith('Leadgate cannot start. '))
      .join('\n');
  }

  it('port taken', async () => {
    const blocker = createServer().listen(0);
    const address = blocker.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect(await fails({ PORT: String(port), DATA_DIR: newFolder() })).toBe(
      `Leadgate cannot start. Port ${port} is taken: give another PORT`,
    );
    blocker.close();
  });

  it('DATA_DIR that cannot be written', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(await fails({ DATA_DIR: file })).toMatch(
      /^Leadgate cannot start\. DATA_DIR cannot be written: ENOTDIR/,
    );
  });

  it.runIf(process.platform === 'linux')('DATA_DIR that not even root can write', async () => {
    expect(await fails({ DATA_DIR: '/proc/none/data' })).toMatch(/DATA_DIR cannot be written/);
  });

  it('DATABASE_URL without secrets', async () => {
    expect(await fails({ DATABASE_URL: database.url })).toMatch(
      /With DATABASE_URL, AUTH_SECRET and KEY_PEPPER must be set too/,
    );
  });

  it('an invalid variable', async () => {
    expect(await fails({ PORT: 'many', DATA_DIR: newFolder() })).toMatch(
      /Environment variables: PORT: /,
    );
  });

  it('a schema newer than the program', async () => {
    await database.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`;
    expect(await fails({ DATABASE_URL: database.url, ...testSecrets })).toMatch(/newer schema/);
    await database.sql`delete from drizzle.__drizzle_migrations where hash = 'x'`;
  });

  it('another pepper than the keys were hashed with', async () => {
    await database.sql`insert into installation (pepper_mark) values ('other')`;
    expect(await fails({ DATABASE_URL: database.url, ...testSecrets })).toMatch(
      /KEY_PEPPER is not the one/,
    );
    await database.sql`delete from installation`;
  });
});
