import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pages of the documentation in their order. Each is the file of this name beside this one. */
export const groups = [
  { title: 'Start', slugs: ['quickstart', 'authentication', 'steps'] },
  {
    title: 'Send leads',
    slugs: ['leads', 'phones', 'attribution', 'batch', 'read-leads'],
  },
  {
    title: 'Get it right',
    slugs: ['errors', 'repeats', 'rate-limits', 'testing', 'keys', 'browsers', 'versioning'],
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
      'inbound-addresses',
      'n8n',
      'zapier',
      'make',
      'contact-form-7',
      'gravity-forms',
      'wpforms',
      'meta-lead-ads',
    ],
  },
] as const;

export const slugs: readonly string[] = groups.flatMap((group) => group.slugs);

export interface DocsPage {
  slug: string;
  title: string;
  /** One paragraph without markup. */
  description: string;
  /** Markdown with `{{placeholders}}`, from the title on. */
  text: string;
}

const folder = join(process.cwd(), 'app/features/docs/content');

/** @returns `undefined` for a name that is no page */
export function findPage(slug: string): DocsPage | undefined {
  if (!slugs.includes(slug)) return undefined;

  const text = readFileSync(join(folder, `${slug}.md`), 'utf8');
  const [title = '', description = ''] = text.split('\n\n');
  return {
    slug,
    title: title.replace(/^# /, ''),
    description: description.replaceAll('\n', ' '),
    text,
  };
}

/** All pages, by group. */
export const listPages = () =>
  groups.map(({ title, slugs: names }) => ({
    title,
    pages: names.map(findPage).filter((page) => page !== undefined),
  }));
