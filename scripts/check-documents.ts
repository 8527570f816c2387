import { existsSync, globSync, readFileSync } from 'node:fs';
import { environment } from '#server/env.ts';

const read = (path: string) => readFileSync(path, 'utf8');

/** `.env.example` and the README's table name exactly the variables that the program reads. */
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
        .map((name) => `${file} names ${name}, which nothing reads`),
    ],
  );
}

/** Paths in backticks and links of our documents exist. */
function pathProblems(): string[] {
  return ['AGENTS.md', 'README.md', 'SECURITY.md'].flatMap((file) => {
    const inCode = Array.from(
      read(file).matchAll(/`((?:app|server|db|e2e|bench|docs|scripts)\/[\w./[\]-]*)`/g),
      (match) => match[1],
    );
    const linked = Array.from(
      read(file).matchAll(/\]\((?!https?:|#)([^)]+)\)|src(?:set)?="([^"]+)"/g),
      (match) => match[1] ?? match[2],
    );
    return [...inCode, ...linked]
      .filter((path): path is string => path !== undefined && !existsSync(path))
      .map((path) => `${file} names ${path}, which is not there`);
  });
}

/** Every check of docs/reliability.md is the name of a test, and every one that tests name is told. */
function checkProblems(): string[] {
  const numbersIn = (text: string, pattern: RegExp) =>
    Array.from(text.matchAll(pattern), ([, number]) => Number(number));
  const told = new Set(numbersIn(read('docs/reliability.md'), /^\| (\d+)/gm));
  const tests = ['server', 'e2e', 'db', 'app'].flatMap((folder) =>
    globSync(`${folder}/**/*.{test,spec}.ts`),
  );
  const tested = new Set(tests.flatMap((file) => numbersIn(read(file), /\bcheck (\d+)\b/g)));

  return [
    ...[...told].filter((n) => !tested.has(n)).map((n) => `no test names check ${n}`),
    ...[...tested].filter((n) => !told.has(n)).map((n) => `docs/reliability.md lacks check ${n}`),
  ];
}

const problems = [...environmentProblems(), ...pathProblems(), ...checkProblems()];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
