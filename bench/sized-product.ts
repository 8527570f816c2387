import { z } from 'zod';
import { phase } from '#server/process/progress.mjs';
import type { Belongings } from './belongings.ts';
import { runCli, startProduct } from './contestants/product.ts';
import type { DatabaseServer } from './database-server.ts';
import type { Fixture } from './fixture.ts';
import { type Account, PanelClient } from './panel-client.ts';
import type { PanelOfSize } from './parts/panel.ts';
import type { Service } from './service.ts';
import { openStage, type Stage } from './stage.ts';

export interface SizedProduct {
  stage: Stage;
  service: Service;
  panel: PanelOfSize;
}

interface Size {
  /** Of the database. */
  database: string;
  leads: number;
  account: Account;
}

const createdUser = z.object({ email: z.string(), password: z.string() });

/** Somebody who may look at the panel, in every database that is copied later. */
export async function createAdmin(
  belongings: Belongings,
  templateUrl: string,
  companySlug: string,
): Promise<Account> {
  const role = ['--company', companySlug, '--role', 'admin', '--name', 'Bench'];
  const output = await runCli(belongings, templateUrl, [
    ...['users', 'create', 'bench@example.com'],
    ...role,
  ]);
  return createdUser.parse(JSON.parse(output));
}

/** The step that most leads stand in. */
async function findFullestStep({ sql }: Stage): Promise<{ funnelId: string; stepId: string }> {
  const [row] = await sql<{ funnelId: string; stepId: string }[]>`
    select s.funnel_id as "funnelId", s.id as "stepId"
    from step_counters c join steps s on s.company_id = c.company_id and s.id = c.step_id
    group by s.funnel_id, s.id order by sum(c.leads) desc limit 1`;
  if (!row) throw new Error('There are no leads');

  return row;
}

/** A database with so many leads, and the product on it with its panel open. */
export async function startSizedProduct(
  belongings: Belongings,
  server: DatabaseServer,
  fixture: Fixture,
  { database, leads, account }: Size,
): Promise<SizedProduct> {
  const { companySlug } = fixture;
  const name = `${leads.toLocaleString('en-US')} leads`;
  const stage = await openStage(belongings, server, fixture, database);
  await phase(`Storing ${name}`, async () => {
    const grow = ['demo', 'grow', '--leads', String(leads), '--company', companySlug];
    await runCli(belongings, stage.url, grow);
    // Else autovacuum would find as much to do, and do it in the middle of the rounds.
    await stage.analyze();
  });

  const service = await startProduct(belongings, stage.url);
  const client = await PanelClient.signIn(service.port, account, companySlug);
  return { stage, service, panel: { name, client, ...(await findFullestStep(stage)) } };
}
