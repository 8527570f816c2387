/**
 * What a Citus cluster refuses, as far as the text of a statement shows it:
 * https://docs.citusdata.com/en/stable/reference/sql_support_reference.html
 */

/** Every node has all rows of these. */
export const referenceTables = [
  'applications',
  'application_hosts',
  'companies',
  'users',
  'memberships',
  'user_identities',
  'recovery_codes',
  'sessions',
  'sign_in_failures',
  'installation',
  'api_keys',
  'key_mappings',
  'inbound_addresses',
] as const;

/** Rows of these are on the node of their company. */
export const distributedTables = [
  'funnels',
  'steps',
  'contacts',
  'leads',
  'lead_events',
  'lead_merges',
  'distinct_leads',
  'idempotency_keys',
  'step_counters',
  'search_blocks',
  'notification_reads',
  'saved_views',
  'message_templates',
  'audit_log',
  'api_key_funnels',
  'api_key_steps',
  'key_usage',
  'key_lead_counts',
  'key_alarms',
  'key_ignored_fields',
  'key_requests',
  'intake_log',
  'intake_groups',
  'request_bodies',
  'keyless_requests',
  'replays',
  'replay_requests',
  'rate_buckets',
  'simulations',
] as const;

const distributed = new Set<string>(distributedTables);
const reference = new Set<string>(referenceTables);

const clock = String.raw`\b(now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(`;
const interval = String.raw`\b(make_interval\s*\(|interval\b)`;
const modifyingCte = /\bas\s+(?:not\s+)?(?:materialized\s+)?\(\s*(?:insert|update|delete|merge)\s/;
const clockInConflict = new RegExp(
  `\\bon conflict\\b.*?(${clock}|current_timestamp|[+-]\\s*${interval})`,
);
const intervalOnColumn = new RegExp(`[a-z_0-9]\\s*[+-]\\s*${interval}`);
const clockInCoalesce = new RegExp(`\\b(coalesce\\s*\\(|case\\s)[^()]*${clock}`);
const rowLock = /\bfor (?:no key )?(?:update|share)\b/;
const oneCompany = /\bcompany_id\s*=\s*(?:\$\d+|any\b)/;

interface Use {
  table: string;
  /** What its columns are called by. */
  name: string;
}

const keywords =
  'on|where|set|join|inner|left|cross|group|order|values|select|using|for|limit|returning|as|default|and|or';
const use = new RegExp(
  String.raw`\b(?:from|join|into|update|using|,)\s+([a-z_]+)\b(?:\s+(?:as\s+)?(?!(?:${keywords})\b)([a-z_]+))?`,
  'g',
);

/** Lower case, without quotes, schema and comments, all white space one blank. */
const simplify = (statement: string) =>
  statement
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .toLowerCase()
    .replaceAll('"', '')
    .replaceAll('public.', '')
    .replaceAll(/\s+/g, ' ')
    .trim();

const usesOf = (text: string): Use[] =>
  Array.from(text.replaceAll(',', ' , ').matchAll(use), ([, table = '', name = table]) => ({
    table,
    name,
  })).filter(({ table }) => distributed.has(table) || reference.has(table));

/** Uses of distributed tables that are bound to a company neither by their name nor plainly. */
function unboundUses(text: string, uses: readonly Use[]): string[] {
  const readsWholeTable = text.startsWith('select') && uses.length === 1 && !/\bwhere\b/.test(text);
  if (readsWholeTable) return [];

  const unnamed = uses.filter(
    ({ table, name }) => distributed.has(table) && !text.includes(`${name}.company_id`),
  );
  const plain = text.match(/(?<!\.)\bcompany_id\b/g)?.length ?? 0;
  return unnamed.slice(plain).map(({ table }) => table);
}

const targetOf = (text: string) =>
  /^(?:with\b.*?\)\s*)?(?:update|delete from)\s+([a-z_]+)/.exec(text)?.[1];

/** What is wrong with the text of a statement, in plain words; empty when Citus takes it. */
export function citusFaults(statement: string): string[] {
  const text = simplify(statement);
  const uses = usesOf(text);
  if (uses.length === 0) return [];

  const target = targetOf(text);
  const usesDistributed = uses.some(({ table }) => distributed.has(table));
  const faults: [boolean, string][] = [
    [modifyingCte.test(text), 'a CTE that changes rows'],
    [
      clockInConflict.test(text),
      'a clock, or an interval added to a time, in ON CONFLICT: pass the time',
    ],
    [
      target !== undefined && intervalOnColumn.test(text),
      'an interval added to a column in a change: pass the time',
    ],
    [
      target !== undefined && clockInCoalesce.test(text),
      'a clock inside COALESCE or CASE in a change: pass the time',
    ],
    [
      target !== undefined && reference.has(target) && usesDistributed,
      'a change of a reference table that reads a distributed one',
    ],
    [
      rowLock.test(text) && usesDistributed && !oneCompany.test(text),
      'a row lock without one company',
    ],
    [target === 'audit_log', 'a change of the audit log, which is append-only'],
    ...unboundUses(text, uses).map((table): [boolean, string] => [
      true,
      `${table} without company_id`,
    ]),
  ];

  return faults.filter(([isFault]) => isFault).map(([, fault]) => fault);
}

/** Statements that are not changed yet, each by a part of its text. */
const exceptions: readonly string[] = [
  // A backup counts whole tables.
  'select (select count(*) from public.',
  // The sweeps over all companies, which Citus runs on every shard.
  'from idempotency_keys where request is not null',
  'delete from key_usage where hour',
  'delete from "simulations" where',
  // The temporary table has the columns of `leads`, the company included.
  'insert into "leads" select * from generated',
  // Of a migration, which runs before tables are distributed.
  'delete from lead_events where type =',
];

/** The statements that break a rule, each with what is wrong. */
export function brokenRules(statements: readonly string[]): string[] {
  return statements
    .filter((statement) => !exceptions.some((part) => statement.includes(part)))
    .flatMap((statement) => {
      const faults = citusFaults(statement);
      return faults.length > 0 ? [`${faults.join('; ')}:\n${statement}`] : [];
    });
}
