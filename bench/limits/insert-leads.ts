// Limit A where pgbench is not installed: the same statement, prepared, over as many connections.
import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { z } from 'zod';

const orderOf = z.object({
  databaseUrl: z.string(),
  company: z.string(),
  step: z.string(),
  key: z.string(),
  clients: z.int(),
  seconds: z.number(),
});
const order = orderOf.parse(JSON.parse(process.argv[2] ?? ''));
const names = ['company', 'step', 'key'] as const;
const statement = names.reduce(
  (text, name, at) => text.replaceAll(`:${name}::`, `$${at + 1}::`),
  readFileSync('bench/limits/insert-lead.sql', 'utf8'),
);
const values = names.map((name) => order[name]);

async function insertUntil(end: number, sql: postgres.Sql): Promise<number> {
  let inserted = 0;
  for (; performance.now() < end; inserted += 1) {
    await sql.unsafe(statement, values, { prepare: true });
  }
  return inserted;
}

const sql = postgres(order.databaseUrl, { max: order.clients });
await Promise.all(Array.from({ length: order.clients }, () => sql`select`));
const end = performance.now() + order.seconds * 1_000;
const counts = await Promise.all(
  Array.from({ length: order.clients }, () => insertUntil(end, sql)),
);
console.log(counts.reduce((sum, count) => sum + count, 0) / order.seconds);
await sql.end();
