import { globSync, readFileSync } from 'node:fs';

const guidePath = 'e2e/README.md';
const templatePath = 'e2e/template.spec.ts';
const read = (path: string) => readFileSync(path, 'utf8');

/** Of a table of the guide: what is in backticks in the first column. */
function firstColumn(guide: string, section: string): string[] {
  const [, text = ''] = guide.split(`\n## ${section}\n`);
  const rows = text.split('\n## ')[0]?.match(/^\| `.*$/gm) ?? [];
  return rows.flatMap((row) =>
    Array.from(row.split(' | ')[0]?.matchAll(/`([^`]+)`/g) ?? [], ([, name = '']) => name),
  );
}

/** `step-row-{id}` for an id that is put together. */
const normalized = (id: string) => id.replace(/\$?\{[^}]*\}/g, '{id}');

/** Test ids in the components; the problems are those that cannot be read. */
function testIds(): { ids: Set<string>; problems: string[] } {
  const ids = new Set<string>();
  const problems: string[] = [];
  for (const file of globSync('app/**/*.tsx')) {
    for (const [, value = ''] of read(file).matchAll(/\b(?:data-testid|testId)=(\S+)/g)) {
      const id = /^(?:\{`([^`]+)`\}|"([^"]+)")/.exec(value);
      if (id) ids.add(normalized(id[1] ?? id[2] ?? ''));
      else problems.push(`${file} has a test id that is no text: ${value}`);
    }
  }
  return { ids, problems };
}

/** Names of the fixtures that the tests may use. */
function fixtures(): string[] {
  const interfaces = read('e2e/fixtures.ts').match(/^interface \w+Fixtures \{[\s\S]*?^\}/gm) ?? [];
  return interfaces.flatMap((text) =>
    Array.from(text.matchAll(/^ {2}(\w+):/gm), ([, name = '']) => name),
  );
}

function differences(what: string, listed: readonly string[], real: readonly string[]): string[] {
  return [
    ...real.filter((name) => !listed.includes(name)).map((name) => `lacks the ${what} ${name}`),
    ...listed.filter((name) => !real.includes(name)).map((name) => `names no ${what}: ${name}`),
  ].map((problem) => `${guidePath} ${problem}`);
}

/** The guide for QA lists every test id, page object and fixture, and shows the template as it is. */
export function qaGuideProblems(): string[] {
  const guide = read(guidePath);
  const { ids, problems } = testIds();
  const shown = /```ts\n([\s\S]*?)```/.exec(guide)?.[1];
  const ofPlaywright = ['page', 'context'];

  return [
    ...problems,
    ...differences('test id', firstColumn(guide, 'Test ids').map(normalized), [...ids]),
    ...differences('page object', firstColumn(guide, 'Page objects'), globSync('e2e/pages/*.ts')),
    ...differences('fixture', firstColumn(guide, 'Fixtures'), [...ofPlaywright, ...fixtures()]),
    ...(shown === read(templatePath)
      ? []
      : [`${guidePath} shows another test than ${templatePath}`]),
  ];
}
