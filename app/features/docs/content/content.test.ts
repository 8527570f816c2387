import { readdirSync, readFileSync } from 'node:fs';
import { getTableOfContents } from 'fumadocs-core/content/toc';
import { beforeAll, describe, expect, it } from 'vitest';
import { findPages } from '#app/features/docs/search-results.tsx';
import { setupSteps } from '#app/features/inbound-addresses/setup-steps.ts';
import { GET as getRobots } from '#app/robots.txt/route.ts';
import { presetNames, presetPage } from '#db/values/inbound-addresses.ts';
import { errors } from '#server/public-api/errors.ts';
import { exportIndex, fill, type Reader } from './blocks.ts';
import { findPage, slugs } from './pages.ts';
import { toolSlugs } from './tool-pages.ts';

const reader: Reader = {
  origin: 'https://crm.initech.test',
  host: 'crm.initech.test',
  application: 'Initech',
  clientIntegrity: 'sha512-abc',
};
const pages = slugs.map((slug) => {
  const page = findPage(slug);
  if (!page) throw new Error(`${slug} is missing`);
  return { ...page, markdown: fill(page.text, reader) };
});

const anchors = new Map(
  pages.map(({ slug, markdown }) => [
    `/docs/${slug}`,
    getTableOfContents(markdown).map(({ url }) => url),
  ]),
);
/** Pages that are no Markdown, and addresses outside the documentation. */
const otherPaths = [
  '/docs',
  '/docs/reference',
  '/sign-in?callbackUrl=%2Fdocs%2Fsteps',
  '/api/openapi.json',
  '/api/openapi.yaml',
  '/llms.txt',
];

/** Targets of links outside code. */
const linksOf = (markdown: string) =>
  [...markdown.replaceAll(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, target = '']) => target,
  );

function isDead(slug: string, target: string): boolean {
  if (/^https:\/\//.test(target) || otherPaths.includes(target)) return false;

  const [path = '', anchor] = target.split('#');
  const known = anchors.get(path || `/docs/${slug}`);
  return !known || (anchor !== undefined && !known.includes(`#${anchor}`));
}

it('has a text for each page that is made of no tool, and no other', () => {
  const texts = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.md'));
  const written = slugs.filter((slug) => !toolSlugs.includes(slug));
  expect(texts.map((name) => name.replace('.md', '')).sort()).toEqual(written.sort());
});

describe.each(pages)('$slug', ({ slug, title, description, text, markdown }) => {
  it('begins with a title and a description', () => {
    expect(text).toMatch(/^# \S/);
    expect(title.length).toBeLessThanOrEqual(40);
    expect(description.length).toBeGreaterThan(20);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(description).not.toMatch(/[`*[\]]/);
  });

  it('leaves no placeholder, and no name of another application', () => {
    expect(markdown).not.toMatch(/\{\{\w/);
    expect(markdown.replaceAll(/@leadgate\/client|LEADGATE_KEY/g, '')).not.toMatch(/Leadgate/i);
  });

  it('has only links and anchors that exist', () => {
    expect(linksOf(markdown).filter((target) => isDead(slug, target))).toEqual([]);
  });

  it('has each anchor once', () => {
    const own = anchors.get(`/docs/${slug}`) ?? [];
    expect(own).toEqual([...new Set(own)]);
  });
});

describe.each(presetNames)('the page of %s', (preset) => {
  const page = pages.find(({ slug }) => slug === presetPage(preset))?.markdown ?? '';

  it('is linked from the overview, and has each step', () => {
    const overview = pages.find(({ slug }) => slug === 'inbound-addresses')?.markdown;
    expect(overview).toContain(`](/docs/${presetPage(preset)})`);
    for (const step of setupSteps[preset].steps) expect(page).toContain(`. ${step}\n`);
  });

  it('says of each field what it is read from', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| '));
    const fields = rows.slice(2).map((row) => row.split(' | '));
    expect(fields.length).toBeGreaterThanOrEqual(4);
    for (const [field, from] of fields) expect(from, field).toMatch(/^`/);
  });
});

it('installs the client from its own host, and never from a registry', () => {
  const client = pages.find(({ slug }) => slug === 'typed-client')?.markdown;
  expect(client).toContain('```text\nnpm install https://crm.initech.test/client.tgz\n```');
  expect(client).toContain('sha512-abc');

  const texts = ['README.md', 'client/README.md'].map((path) => readFileSync(path, 'utf8'));
  for (const text of texts) expect(text).toContain('npm install https://HOST/client.tgz');
  for (const text of [...texts, ...pages.map(({ markdown }) => markdown)]) {
    expect(text).not.toMatch(/(?:install|add|i) @leadgate/);
  }
});

it('has a section for each error, with the text and what to do', () => {
  const page = pages.find(({ slug }) => slug === 'errors');
  for (const { section, message, fix } of Object.values(errors)) {
    expect(page?.markdown).toContain(`### \`${message}\` [#${section}]\n\n${fix}`);
  }
});

it.each(['steps', 'quickstart'])('leads from %s to the sign-in, and back to the steps', (slug) => {
  const page = pages.find((each) => each.slug === slug);
  expect(page?.markdown).toContain('[Sign in](/sign-in?callbackUrl=%2Fdocs%2Fsteps)');
});

it('is what search engines are shown, and nothing else', async () => {
  expect((await getRobots().text()).trim().split('\n')).toEqual([
    'User-Agent: *',
    'Allow: /docs',
    'Allow: /llms.txt',
    'Disallow: /',
  ]);
});

it('refuses a placeholder that does not exist', () => {
  expect(() => fill('{{nonsense}}', reader)).toThrow('nonsense');
  expect(() => fill('{{snippet nonsense}}', reader)).toThrow('nonsense');
});

describe('the search', () => {
  let index: string;
  beforeAll(async () => {
    index = `data:application/json,${encodeURIComponent(JSON.stringify(await exportIndex()))}`;
  });

  it.each([
    ['Idempotency-Key', '/docs/repeats'],
    ['utm_source', '/docs/attribution'],
    ['Retry-After', '/docs/rate-limits'],
    ['X-Simulate', '/docs/testing'],
    ['wordpress', '/docs/contact-form-7'],
    ['postman', '/docs/tools'],
    ['typeform', '/docs/connect-typeform'],
  ])('finds the page for %s', async (query, path) => {
    const found = await findPages(query, index);
    expect(found.map(({ url }) => url.split('#')[0])).toContain(path);
  });

  it('finds nothing for words that no page holds', async () => {
    expect(await findPages('xylophone', index)).toEqual([]);
  });
});
