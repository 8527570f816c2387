import { beforeEach, expect, it } from 'vitest';
import type { Database } from '#db/client.ts';
import { plainLead } from '#db/factories/leads.ts';
import { newId } from '#db/id.ts';
import { leads } from '#db/schema/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { keyActor } from '#server/testing/key-actor.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';
import type { Position } from '../cursor.ts';
import { listArrivals } from './list-arrivals.ts';

const database = withTestDatabase();
let tenant: Tenant;
beforeEach(async () => {
  tenant = await createTenant(database.db);
});

/** A test: it needs no contact. */
async function insert(db: Pick<Database, 'insert'>, createdAt?: Date): Promise<string> {
  const { companyId, stepId } = tenant;
  const id = newId();
  const origin = 'test' as const;
  const values = { ...plainLead, phones: [], origin, companyId, stepId, id, createdAt };
  await db.insert(leads).values(values);
  return id;
}

/** In a transaction that is open until it is let go. */
async function insertAndHold() {
  const inserted = Promise.withResolvers<string>();
  const end = Promise.withResolvers<void>();
  const held = database.db.transaction(async (tx) => {
    inserted.resolve(await insert(tx));
    await end.promise;
  });
  held.catch(inserted.reject);
  const commit = () => {
    end.resolve();
    return held;
  };
  return { id: await inserted.promise, commit };
}

/** Up to a second ahead: only open transactions hold leads back. */
async function poll(after: Position) {
  const actor = keyActor(tenant, { isTestKey: true });
  const { leads: rows, end } = await listArrivals(database.db, actor, { after, limit: 100 }, -1);
  return { ids: rows.map(({ id }) => id), end };
}

const start: Position = { createdAt: new Date(0), id: newId() };

it('lists a lead whose transaction ends after that of later ones, and each once', async () => {
  const first = await insert(database.db, new Date(Date.now() - 60_000));
  const held = await insertAndHold();
  const later = await insert(database.db);

  const before = await poll(start);
  expect(before.ids).toEqual([first]);
  expect((await poll(before.end)).ids).toEqual([]);

  await held.commit();
  const after = await poll(before.end);
  expect(after.ids).toEqual([held.id, later]);
  expect(await poll(after.end)).toEqual({ ids: [], end: after.end });
});

it('waits for transactions that it cannot date', async () => {
  await insert(database.db);
  const committed = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  // The superuser, of which the serving role sees no more than its locks.
  const held = database.sql.begin(async (tx) => {
    await tx`update leads set segment = 'x' where company_id = ${tenant.companyId}`;
    begun.resolve();
    await committed.promise;
  });
  await begun.promise;
  expect((await poll(start)).ids).toEqual([]);

  committed.resolve();
  await held;
  expect((await poll(start)).ids).toHaveLength(1);
});
