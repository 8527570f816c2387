import { describe, expect, test } from 'vitest';
import { createApplication, createCompany } from '#db/factories/applications.ts';
import { createFunnel, createStep } from '#db/factories/funnels.ts';
import { createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { distributedTables, referenceTables } from './citus-rules.ts';

const database = withTestDatabase();

/** Unique indexes of tenant tables that may start with another column than `company_id`. */
const uniqueAcrossCompanies: Record<string, string> = {
  'api_keys(secret_hash)': 'a key is looked up by its hash before its company is known',
  'inbound_addresses(address_hash)':
    'an address is looked up by its hash before its company is known',
  'inbound_addresses(former_hash)':
    'an address is looked up by its hash before its company is known',
};

/** Foreign keys without an index, which every commit of a lead would have to feed. */
const targetsThatStay: Record<string, string> = {
  'leads(company_id,contact_id)': 'a contact is emptied with its lead, and never deleted',
  'leads(company_id,step_id)': 'a step is archived and never deleted',
};

/** Tenant tables whose rows are proven by those that point at them. */
const ownedByOthers: Record<string, string> = {
  contacts: 'comes with a lead, which names company and contact in one key',
};

/** Tenant tables without a foreign key. */
const withoutReference: Record<string, string> = {
  intake_log: 'each request would pay for the look-up of its company, which is never deleted',
  request_bodies: 'each body would pay for the look-up of its company, which is never deleted',
};

interface Index {
  name: string;
  table: string;
  columns: string[];
  unique: boolean;
  primary: boolean;
  /** Of a partial index. */
  condition: string | null;
}

interface ForeignKey {
  name: string;
  table: string;
  columns: string[];
  target: string;
  targetColumns: string[];
  onDelete: string;
}

const tenantTables = async () => {
  const rows = await database.sql<{ table: string }[]>`
    select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id'`;
  return new Set(rows.map(({ table }) => table));
};

const indexes = () => database.sql<Index[]>`
  select relation.relname as name, owner.relname as table, indisunique as unique,
         indisprimary as primary, pg_get_expr(indpred, indrelid) as condition,
         array(select attname::text from unnest(indkey::int2[]) with ordinality as part(number, place)
               join pg_attribute on attrelid = indrelid and attnum = part.number
               where place <= indnkeyatts order by place) as columns
  from pg_index
  join pg_class relation on relation.oid = indexrelid
  join pg_class owner on owner.oid = indrelid
  where owner.relnamespace = 'public'::regnamespace`;

const foreignKeys = () => database.sql<ForeignKey[]>`
  select conname as name, owner.relname as table, target.relname as target,
         array(select attname::text from unnest(conkey) with ordinality as part(number, place)
               join pg_attribute on attrelid = conrelid and attnum = part.number
               order by place) as columns,
         array(select attname::text from unnest(confkey) with ordinality as part(number, place)
               join pg_attribute on attrelid = confrelid and attnum = part.number
               order by place) as "targetColumns",
         case confdeltype when 'a' then 'no action' when 'r' then 'restrict' when 'c' then 'cascade'
                          when 'n' then 'set null' when 'd' then 'set default' end as "onDelete"
  from pg_constraint
  join pg_class owner on owner.oid = conrelid
  join pg_class target on target.oid = confrelid
  where contype = 'f' and connamespace = 'public'::regnamespace`;

const isUnique = (all: readonly Index[], table: string, columns: readonly string[]) =>
  all.some(
    (index) =>
      index.table === table &&
      index.unique &&
      index.condition === null &&
      index.columns.every((column) => columns.includes(column)),
  );

const coversAllKeys = (condition: string | null) =>
  condition === null || /^\(\w+ IS NOT NULL\)$/.test(condition);

/**
 * Whether the rows that point at one target row are found without a scan: an index starts with all
 * columns of the key, or with such as already name one row of the target. An id is a UUID, which
 * names a row as well without its company.
 */
function isSupported(all: readonly Index[], key: ForeignKey): boolean {
  const targetOf = (column: string) => key.targetColumns[key.columns.indexOf(column)] ?? '';

  return all
    .filter(({ table, condition }) => table === key.table && coversAllKeys(condition))
    .some(({ columns }) => {
      const stranger = columns.findIndex((column) => !key.columns.includes(column));
      const leading = stranger === -1 ? columns : columns.slice(0, stranger);
      const targets = leading.map(targetOf);
      return targets.includes('id') || isUnique(all, key.target, targets);
    });
}

test('sees the tables', async () => {
  const tables = await tenantTables();

  expect([...tables]).toEqual(
    expect.arrayContaining(['api_keys', 'contacts', 'funnels', 'lead_events', 'leads', 'steps']),
  );
  expect((await foreignKeys()).length).toBeGreaterThan(15);
});

test('every tenant table has a primary key', async () => {
  const tables = await tenantTables();
  const keyed = new Set(
    (await indexes()).filter((index) => index.primary).map(({ table }) => table),
  );

  expect([...tables].filter((table) => !keyed.has(table))).toEqual([]);
});

test('every primary key and unique index of a tenant table starts with company_id', async () => {
  const tables = await tenantTables();
  const wrong = (await indexes())
    .filter((index) => tables.has(index.table) && index.unique)
    .filter((index) => index.columns[0] !== 'company_id')
    .map((index) => `${index.table}(${index.columns.join()})`)
    .filter((index) => !(index in uniqueAcrossCompanies));

  expect(wrong).toEqual([]);
});

test('no exception has outlived its index', async () => {
  const present = (await indexes()).map((index) => `${index.table}(${index.columns.join()})`);

  expect(Object.keys(uniqueAcrossCompanies).filter((index) => !present.includes(index))).toEqual(
    [],
  );
});

test('every foreign key between tenant tables starts with company_id on both sides', async () => {
  const tables = await tenantTables();
  const wrong = (await foreignKeys())
    .filter((key) => tables.has(key.table) && tables.has(key.target))
    .filter(
      ({ columns, targetColumns }) =>
        columns.length < 2 || columns[0] !== 'company_id' || targetColumns[0] !== 'company_id',
    );

  expect(wrong).toEqual([]);
});

test('every tenant table reaches its company through foreign keys', async () => {
  const keys = await foreignKeys();
  const exceptions = { ...ownedByOthers, ...withoutReference };
  const owned = new Set(['companies', ...Object.keys(exceptions)]);
  for (let before = 0; before < owned.size; ) {
    before = owned.size;
    for (const key of keys) {
      if (owned.has(key.target) && key.columns.includes('company_id')) owned.add(key.table);
    }
  }

  expect([...(await tenantTables())].filter((table) => !owned.has(table))).toEqual([]);
  const referring = new Set(keys.map(({ table }) => table));
  expect(Object.keys(withoutReference).filter((table) => referring.has(table))).toEqual([]);
  const proven = keys.filter((key) => key.columns.includes('company_id')).map((key) => key.target);
  expect(proven).toEqual(expect.arrayContaining(Object.keys(ownedByOthers)));
});

test('every foreign key has an index that finds the rows of one target', async () => {
  const all = await indexes();
  const unsupported = (await foreignKeys()).filter((key) => !isSupported(all, key));

  expect(unsupported.map((key) => `${key.table}(${key.columns.join()})`).sort()).toEqual(
    Object.keys(targetsThatStay).sort(),
  );
});

test('every foreign key says what happens on delete', async () => {
  const silent = (await foreignKeys()).filter((key) => key.onDelete === 'no action');

  expect(silent.map(({ name }) => name)).toEqual([]);
});

describe('what a Citus cluster asks for', () => {
  const distributed = new Set<string>(distributedTables);

  test('every table is either a reference table or distributed by company', async () => {
    const tables = await database.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`;

    expect(tables.map(({ name }) => name).sort()).toEqual(
      [...referenceTables, ...distributedTables].sort(),
    );
  });

  test('no table has a trigger', async () => {
    const triggers = await database.sql<{ name: string }[]>`
      select tgrelid::regclass || ': ' || tgname as name from pg_trigger where not tgisinternal`;

    expect(triggers).toEqual([]);
  });

  test('every unique index of a distributed table holds company_id', async () => {
    const wrong = (await indexes())
      .filter((index) => distributed.has(index.table) && index.unique)
      .filter((index) => !index.columns.includes('company_id'));

    expect(wrong).toEqual([]);
  });

  test('every foreign key between distributed tables holds company_id at the same place', async () => {
    const place = (columns: readonly string[]) => columns.indexOf('company_id');
    const wrong = (await foreignKeys())
      .filter(({ table, target }) => distributed.has(table) && distributed.has(target))
      .filter(
        ({ columns, targetColumns }) =>
          place(columns) === -1 || place(columns) !== place(targetColumns),
      );

    expect(wrong).toEqual([]);
  });

  test('no reference table refers to a distributed one', async () => {
    const wrong = (await foreignKeys()).filter(
      ({ table, target }) => !distributed.has(table) && distributed.has(target),
    );

    expect(wrong).toEqual([]);
  });
});

async function companyWithStep(applicationId: string) {
  const { id: companyId } = await createCompany(database.db, { applicationId });
  const { id: funnelId } = await createFunnel(database.db, { companyId });
  return createStep(database.db, { companyId, funnelId });
}

test('check 13: a lead of one company cannot stand on a step of another', async () => {
  const application = await createApplication(database.db);
  const own = await companyWithStep(application.id);
  const foreign = await companyWithStep(application.id);
  const lead = await createLead(database.db, { companyId: own.companyId, stepId: own.id });

  const move = database.sql`
    update leads set step_id = ${foreign.id} where company_id = ${own.companyId} and id = ${lead.id}`;
  await expect(move).rejects.toMatchObject({ code: '23503', table_name: 'leads' });

  const adopt = database.sql`
    update leads set company_id = ${foreign.companyId}, step_id = ${foreign.id} where id = ${lead.id}`;
  await expect(adopt).rejects.toMatchObject({ code: '23503' });

  const insert = createLead(database.db, { companyId: own.companyId, stepId: foreign.id });
  await expect(insert).rejects.toMatchObject({ cause: { code: '23503' } });
});
