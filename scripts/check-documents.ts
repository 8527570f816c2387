import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environment } from '#server/env.ts';
import { qaGuideProblems } from './qa-guide-problems.ts';

const read = (path: string) => readFileSync(path, 'utf8');

/** `.env.example` and the README's table list exactly the variables that the program reads. */
function environmentProblems(): string[] {
  const known = new Set(Object.keys(environment.shape));
  const example = new Set(
    Array.from(read('.env.example').matchAll(/^([A-Z_]+)=/gm), (match) => match[1] ?? ''),
  );
  const table = new Set(
    Array.from(read('README.md').matchAll(/^\| `([A-Z_]+)` \|/gm), (match) => match[1] ?? ''),
  );

  return Object.entries({ '.env.example': example, 'README.md': table }).flatMap(
    ([file, named]) => [
      ...[...known].filter((name) => !named.has(name)).map((name) => `${file} lacks ${name}`),
      ...[...named]
        .filter((name) => !known.has(name))
        .map((name) => `${file} lists ${name}, which the program does not read`),
    ],
  );
}

/** Links and paths in backticks exist. A link is relative to its file, a path to the repository. */
function pathProblems(): string[] {
  const documents = [
    'AGENTS.md',
    'README.md',
    'SECURITY.md',
    'e2e/README.md',
    'client/README.md',
    ...globSync('docs/**/*.md'),
  ];

  return documents.flatMap((file) => {
    const inCode = Array.from(
      read(file).matchAll(/`((?:app|server|db|e2e|bench|client|docs|scripts)\/[\w./[\]-]*)`/g),
      (match) => match[1] ?? '',
    );
    const linked = Array.from(
      read(file).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)|src(?:set)?="([^"]+)"/g),
      (match) => join(dirname(file), match[1] ?? match[2] ?? ''),
    );
    return [...inCode, ...linked]
      .filter((path) => !existsSync(path))
      .map((path) => `${file} names ${path}, which does not exist`);
  });
}

/**
 * Each decision has a status, a date and three sections; its status names existing decisions, and its
 * folder fits the status. The index names each one once.
 */
function decisionProblems(): string[] {
  const folder = 'docs/adr/';
  const form = /^# \d+\. .+\n(Merged into .+|\n- Status: (.+)\n- Date: \d{4}-\d\d-\d\d)\n/;
  const files = globSync(`${folder}**/0*.md`).sort();
  const numbers = new Set(files.map((file) => Number(file.match(/\d{4}/)?.[0])));
  const index = Array.from(
    read(`${folder}README.md`).matchAll(/^- \[(\d+)\]\((.+?)\)/gm),
    ([, number, path]) => `${number} ${folder}${path}`,
  );

  return files.flatMap((file) => {
    const text = read(file);
    const [, top = '', status] = form.exec(text) ?? [];
    const headings = Array.from(text.matchAll(/^## (.+)$/gm), ([, heading]) => heading).join();
    const isInForm = top && headings === (status ? 'Context,Decision,Consequences' : '');
    const isSuperseded = !status?.startsWith('accepted');
    const named = (status ?? top.replace(/\(.*/, '')).match(/\d+/g) ?? [];
    const entry = `${Number(file.match(/\d{4}/)?.[0])} ${file}`;
    return [
      ...(isInForm ? [] : [`${file} does not have the form of a decision`]),
      ...(file.includes('/superseded/') === isSuperseded
        ? []
        : [`${file} lies in the wrong folder for its status`]),
      ...(index.filter((each) => each === entry).length === 1
        ? []
        : [`${folder}README.md does not name ${file} exactly once`]),
      ...named
        .filter((number) => !numbers.has(Number(number)))
        .map((number) => `${file} names ADR ${number}, which does not exist`),
    ];
  });
}

/**
 * docs/reliability.md lists exactly the numbered checks that tests name, and
 * server/checks/README.md the files of each.
 */
function checkProblems(): string[] {
  const numbersIn = (text: string, pattern: RegExp) =>
    Array.from(text.matchAll(pattern), ([, number]) => Number(number));
  const listed = new Set(numbersIn(read('docs/reliability.md'), /^\| (\d+)/gm));
  const files = ['server', 'e2e', 'db', 'app'].flatMap((folder) =>
    globSync(`${folder}/**/*.{test,spec}.ts`).sort(),
  );
  const named = files.flatMap((file) =>
    [...new Set(numbersIn(read(file), /\bcheck (\d+)\b/g))].map((check) => ({ check, file })),
  );
  const tested = new Set(named.map(({ check }) => check));
  const index = Array.from(
    read('server/checks/README.md').matchAll(/^\| \d+ .*$/gm),
    ([row]) => row,
  );
  const rows = [...tested]
    .sort((a, b) => a - b)
    .map((n) => {
      const paths = named.filter(({ check }) => check === n).map(({ file }) => `\`${file}\``);
      return `| ${n} | ${paths.join('<br>')} |`;
    });

  return [
    ...[...listed].filter((n) => !tested.has(n)).map((n) => `no test names check ${n}`),
    ...[...tested].filter((n) => !listed.has(n)).map((n) => `docs/reliability.md lacks check ${n}`),
    ...rows
      .filter((row) => !index.includes(row))
      .map((row) => `server/checks/README.md lacks this row:\n${row}`),
    ...index
      .filter((row) => !rows.includes(row))
      .map((row) => `server/checks/README.md has a row that no test fits:\n${row}`),
  ];
}

const problems = [
  ...environmentProblems(),
  ...pathProblems(),
  ...decisionProblems(),
  ...checkProblems(),
  ...qaGuideProblems(),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
