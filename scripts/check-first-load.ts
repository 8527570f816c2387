import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/**
 * Checks the JavaScript that each page loads before the first interaction, from what `next build`
 * recorded: its gzipped bytes, its number of scripts, and that each of them has the hint of ADR 58.
 */
const stats = '.next/diagnostics/route-bundle-stats.json';

/** Gzipped bytes. The panel is behind a sign-in and stays open for hours. */
const budget = (route: string) => (route.startsWith('/[company]') ? 304 : 200) * 1024;
/** Each costs a phone a round trip. */
const mostScripts = 14;
/** Tells V8 to compile the functions of a script while it is loaded. */
const hint = '//# allFunctionsCalledOnLoad\n';

interface Route {
  route: string;
  firstLoadChunkPaths: string[];
}

function problemsOf({ route, firstLoadChunkPaths: paths }: Route): string[] {
  const scripts = paths.map((path) => ({ path, code: readFileSync(path) }));
  const bytes = scripts.reduce((sum, { code }) => sum + gzipSync(code).byteLength, 0);
  const late = scripts.filter(({ code }) => !code.toString().startsWith(hint));

  return [
    ...(bytes > budget(route) ? [`loads ${bytes} bytes, more than ${budget(route)}`] : []),
    ...(paths.length > mostScripts ? [`loads ${paths.length} scripts, over ${mostScripts}`] : []),
    ...late.map(({ path }) => `compiles ${path} at its first call`),
  ].map((problem) => `${route} ${problem}`);
}

const routes: Route[] = JSON.parse(readFileSync(stats, 'utf8'));
const problems = routes.length > 0 ? routes.flatMap(problemsOf) : [`${stats} names no page`];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
