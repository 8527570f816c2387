import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from '#db/schema/index.ts';

const client = postgres(process.env.DATABASE_URL ?? '', { max: 16 });

export const db = drizzle(client, { schema, casing: 'snake_case' });
