import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findToolPage, toolSlugs } from './tool-pages.ts';

interface Group {
  title: string;
  slugs: readonly string[];
  /** Only the first page is shown to readers of other groups: it leads to the others. */
  isFolded?: true;
}

/** The pages of the documentation in their order. Each is the file of this name beside this one, or made of facts of a tool. */
const groups: readonly Group[] = [
  { title: 'Start', slugs: ['quickstart', 'authentication', 'steps'] },
  { title: 'Form tools', slugs: ['inbound-addresses', ...toolSlugs], isFolded: true },
  {
    title: 'Send leads',
    slugs: ['leads', 'phones', 'attribution', 'batch', 'read-leads'],
  },
  {
    title: 'Get it right',
    slugs: [
      ...['errors', 'missing-leads', 'repeats', 'rate-limits', 'testing', 'keys'],
      ...['browsers', 'versioning'],
    ],
  },
  {
    title: 'Code',
    slugs: [
      'typed-client',
      'curl',
      'powershell',
      'javascript',
      'python',
      'php',
      'go',
      'java',
      'ruby',
    ],
  },
  {
    title: 'Tools',
    slugs: [
      'tools',
      'n8n',
      'zapier',
      'make',
      'contact-form-7',
      'gravity-forms',
      'wpforms',
      'meta-lead-ads',
    ],
  },
];

export const slugs: readonly string[] = groups.flatMap((group) => group.slugs);

export interface DocsPage {
  slug: string;
  title: string;
  /** In lists of pages. */
  shortTitle: string;
  /** One paragraph without markup. */
  description: string;
  /** Markdown with `{{placeholders}}`, from the title on. */
  text: string;
  /** What a search finds the page by, as Markdown with placeholders too. */
  searched: string;
}

const folder = join(process.cwd(), 'app/features/docs/content');

/** @returns `undefined` for a name that is no page */
export function findPage(slug: string): DocsPage | undefined {
  if (!slugs.includes(slug)) return undefined;
  const made = findToolPage(slug);
  if (made) return made;

  const text = readFileSync(join(folder, `${slug}.md`), 'utf8');
  const [heading = '', description = ''] = text.split('\n\n');
  const title = heading.replace(/^# /, '');
  return {
    slug,
    title,
    shortTitle: title,
    description: description.replaceAll('\n', ' '),
    text,
    searched: text,
  };
}

/** All pages, by group. */
export const listPages = () =>
  groups.map(({ title, slugs: names, isFolded = false }) => ({
    title,
    isFolded,
    pages: names.map(findPage).filter((page) => page !== undefined),
  }));
