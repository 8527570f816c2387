import { existsSync, readFileSync } from 'node:fs';
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
  return ['AGENTS.md', 'README.md'].flatMap((file) => {
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

const problems = [...environmentProblems(), ...pathProblems()];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
