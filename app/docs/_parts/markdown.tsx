import { createMarkdownRenderer } from 'fumadocs-core/content/md';
import { remarkGfm, remarkHeading } from 'fumadocs-core/mdx-plugins';
import Link from 'next/link';
import { type ComponentProps, isValidElement, type ReactNode } from 'react';
import { CodeBlock } from '#app/_ui/code-block.tsx';

const { MarkdownServer } = createMarkdownRenderer({ remarkPlugins: [remarkGfm, remarkHeading] });

const headings = {
  h2: 'mt-10 mb-2 font-semibold text-lg',
  h3: 'mt-7 mb-1.5 font-semibold text-base [&_code]:font-medium [&_code]:text-base',
};

/** A heading that links to itself. */
function Heading({
  level: Level,
  id,
  children,
}: ComponentProps<'h2'> & { level: keyof typeof headings }) {
  return (
    <Level
      id={id}
      className={`scroll-mt-18 break-words rounded-sm target:bg-primary-soft ${headings[Level]}`}
    >
      <a href={`#${id}`} className="hover:underline">
        {children}
      </a>
    </Level>
  );
}

function Anchor({ href = '', children }: ComponentProps<'a'>) {
  const classes = 'text-primary-text underline decoration-primary-text/40 hover:decoration-current';
  return /^\/docs\/[^.]*$/.test(href) ? (
    <Link href={href} prefetch={false} className={classes}>
      {children}
    </Link>
  ) : (
    <a href={href} className={classes}>
      {children}
    </a>
  );
}

const languageNames: Record<string, string> = {
  sh: 'Shell command',
  bat: 'cmd command',
  powershell: 'PowerShell command',
  js: 'JavaScript code',
  ts: 'TypeScript code',
  python: 'Python code',
  php: 'PHP code',
  go: 'Go code',
  java: 'Java code',
  ruby: 'Ruby code',
  json: 'JSON',
  http: 'HTTP request',
};

/** The renderer gives a `code` with its language as a class, and the text as its only child. */
function Code({ children }: { children?: ReactNode }) {
  if (!isValidElement<ComponentProps<'code'>>(children)) return <pre>{children}</pre>;

  const { className = '', children: text } = children.props;
  const label = languageNames[className.replace('language-', '')] ?? 'Text';
  return (
    <div className="my-4">
      <CodeBlock code={String(text).trimEnd()} label={label} copyLabel="Copy" />
    </div>
  );
}

function Table({ children }: ComponentProps<'table'>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it needs keyboard focus
      tabIndex={0}
      aria-label="Table"
      className="my-4 overflow-x-auto rounded-md border border-border bg-surface"
    >
      <table className="w-full text-left text-sm">{children}</table>
    </div>
  );
}

const components = {
  h1: ({ children }: ComponentProps<'h1'>) => (
    <h1 id="page-title" className="font-semibold text-xl">
      {children}
    </h1>
  ),
  h2: (props: ComponentProps<'h2'>) => <Heading {...props} level="h2" />,
  h3: (props: ComponentProps<'h3'>) => <Heading {...props} level="h3" />,
  p: ({ children }: ComponentProps<'p'>) => (
    <p className="my-3 [h1+&]:mt-1 [h1+&]:text-fg-muted">{children}</p>
  ),
  a: Anchor,
  pre: Code,
  code: ({ children }: ComponentProps<'code'>) => (
    <code className="break-words rounded bg-surface-2 px-1 py-px font-mono text-sm">
      {children}
    </code>
  ),
  ul: ({ children }: ComponentProps<'ul'>) => (
    <ul className="my-3 list-disc space-y-1.5 pl-5 marker:text-fg-subtle">{children}</ul>
  ),
  ol: ({ children }: ComponentProps<'ol'>) => (
    <ol className="my-3 list-decimal space-y-1.5 pl-5 marker:text-fg-subtle">{children}</ol>
  ),
  blockquote: ({ children }: ComponentProps<'blockquote'>) => (
    <div role="note" className="my-4 rounded-md bg-info-soft px-4 py-0.5">
      {children}
    </div>
  ),
  table: Table,
  th: ({ children }: ComponentProps<'th'>) => (
    <th scope="col" className="border-border border-b bg-surface-2 px-3 py-2 font-medium">
      {children}
    </th>
  ),
  td: ({ children }: ComponentProps<'td'>) => (
    <td className="border-border border-b px-3 py-2 align-top [tr:last-child>&]:border-0">
      {children}
    </td>
  ),
};

/** Markdown in the style of the panel. */
export function Markdown({ children }: { children: string }) {
  return <MarkdownServer components={components}>{children}</MarkdownServer>;
}
