import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { isOutOfReach } from '../../scripts/debian-program.mjs';
import { pollOptions, readyz } from '../testing/cluster.ts';
import { freePort } from '../testing/free-port.ts';
import { send } from '../testing/http-client.ts';
import { expectLedger } from '../testing/ledger.ts';
import { Load } from '../testing/load.ts';
import { proxyNames, ReverseProxy } from '../testing/reverse-proxy.ts';
import { cleanUp, startLeadgate } from '../testing/start-leadgate.ts';
import { createTenant } from '../testing/tenant.ts';

const database = withTestDatabase();
afterEach(cleanUp, 60_000);

const [, documentedDelay = ''] =
  /`DRAIN_DELAY=(\d+)`/.exec(readFileSync('docs/proxies.md', 'utf8')) ?? [];

for (const name of proxyNames)
  it.skipIf(isOutOfReach(name))(
    `three instances behind ${name} are restarted one by one: no request fails, no lead is lost or stored twice`,
    {
      timeout: 300_000,
    },
    async () => {
      const tenant = await createTenant(database.db);
      const start = (port: number) => {
        const env = {
          PORT: String(port),
          DRAIN_DELAY: documentedDelay,
          TRUSTED_PROXIES: '127.0.0.1',
        };
        return startLeadgate({ databaseUrl: database.url, env }).ready;
      };
      const ports = [await freePort(), await freePort(), await freePort()];
      const servers = await Promise.all(ports.map(start));
      const proxy = await ReverseProxy.start(
        name,
        ports.map((port) => `127.0.0.1:${port}`),
      );
      const { plain } = proxy.ports;
      const status = (port: number) => send(port, readyz).then((answer) => answer.status, String);
      await expect.poll(() => status(plain), pollOptions).toBe(200);

      const load = new Load(tenant);
      const loop = load.closedLoop(plain, 16);
      for (const [n, port] of ports.entries()) {
        const before = load.count(201);
        await expect.poll(() => load.count(201), pollOptions).toBeGreaterThan(before + 50);
        expect(await servers[n]?.stop()).toBe(0);
        await start(port);
        await expect.poll(() => status(port), pollOptions).toBe(200);
      }
      await loop.stop();
      load.close();
      await proxy.stop();

      expect(load.statuses).toEqual([201]);
      await expectLedger(database.sql, tenant.companyId, load.ledger);
      const [stored] = await database.sql`
    select count(*)::int as count from leads where company_id = ${tenant.companyId}`;
      expect(stored?.count).toBe(load.ledger.length);
    },
  );
