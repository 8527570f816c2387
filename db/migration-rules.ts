/**
 * What a migration must not do while the version before it serves: the statements of that version work
 * with the schema before and after it, and none waits for long behind it. See ADR 62.
 */

interface Rule {
  /** Of a statement without comments, in one line. */
  pattern: RegExp;
  /** Why not, and what to do instead. */
  message: string;
}

const laterVersion =
  'the version before still uses it: stop using it in this version, and drop it in the next';

const rules: Rule[] = [
  {
    pattern: /\b(?:drop (?:table|column|index|view|type|schema|function)|rename) /i,
    message: laterVersion,
  },
  {
    pattern: /^(?:lock|truncate|cluster|vacuum|reindex) /i,
    message: 'it keeps everybody from the table',
  },
];

const rulesOfExistingTables: Rule[] = [
  {
    pattern: /\balter column \S+ (?:set data )?type /i,
    message: 'it writes the table anew, and the version before expects the old type: add a column',
  },
  {
    pattern: /\badd column .*\b(?:generated|(?:small|big)?serial|default (?!now\(\))\S*\()/i,
    message:
      'it writes the table anew, with a value for each row: add a column that may be null, and let the program fill it',
  },
  {
    pattern: /\badd column (?!.*\bdefault ).*\bnot null\b/i,
    message: 'the version before does not write the column: let it be null, or give it a default',
  },
  {
    pattern: /\balter column \S+ (?:set not null|drop default)\b/i,
    message: 'the version before may leave the column out: do it in the next version',
  },
  {
    pattern: /^create (?:unique )?index (?!concurrently )/i,
    message: 'no lead is stored until it is made: use `.concurrently()`, in a migration of its own',
  },
  {
    pattern: /\badd constraint \S+ (?:check|foreign key)\b(?!.*\bnot valid\b)/i,
    message:
      'it reads the whole table under its lock: add it `not valid`, and validate it in the next migration',
  },
  {
    pattern: /\badd constraint \S+ (?:unique|primary key|exclude)\b(?!.*\busing index\b)/i,
    message: 'it makes an index under a lock: create that concurrently, and add it `using index`',
  },
  {
    pattern: /^(?:with|update|delete|insert|merge) /i,
    message: 'it locks all rows that it changes: let the program change them in small parts',
  },
];

/** Comments of a statement that breaks a rule and may: what follows says why. */
const allowed = /^\s*-- Allowed: \S.{9}/m;

const inOneLine = (statement: string) =>
  statement.replaceAll(/--.*$/gm, '').split(/\s+/).filter(Boolean).join(' ');

const createdTable = /^create table (?:if not exists )?"?(\w+)/i;
const changedTable =
  /^(?:alter table (?:if exists )?(?:only )?|create (?:unique )?index .*? on |update |delete from |insert into )"?(\w+)/i;

/**
 * @param text of a migration, as drizzle-kit writes it
 * @returns a line for each statement that breaks a rule
 */
export function brokenMigrationRules(text: string): string[] {
  const statements = text.split('--> statement-breakpoint');
  const lines = statements.map(inOneLine).filter((line) => line !== '');
  const created = new Set(lines.map((line) => createdTable.exec(line)?.[1]));
  const isOfNewTable = (line: string) => created.has(changedTable.exec(line)?.[1] ?? '');

  const broken = statements.flatMap((statement) => {
    const line = inOneLine(statement);
    if (allowed.test(statement)) return [];
    const rulesOfLine = isOfNewTable(line) ? rules : [...rules, ...rulesOfExistingTables];
    const rule = rulesOfLine.find(({ pattern }) => pattern.test(line));
    return rule ? [`${line}: ${rule.message}`] : [];
  });
  const concurrent = lines.filter((line) => / index concurrently /i.test(line));
  const isMixed = concurrent.length > 0 && concurrent.length < lines.length;
  const validates = lines.some((line) => /\bvalidate constraint\b/i.test(line));
  const addsInvalid = lines.some((line) => /\bnot valid\b/i.test(line));

  return [
    ...broken,
    ...(isMixed
      ? ['Concurrent indexes are made outside of a transaction: give them a migration of their own']
      : []),
    ...(validates && addsInvalid
      ? [
          'A constraint is validated under the lock that added it: validate it in the next migration',
        ]
      : []),
  ];
}
