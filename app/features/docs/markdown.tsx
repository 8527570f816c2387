import { createMarkdownRenderer } from 'fumadocs-core/content/md';
import { remarkGfm, remarkHeading } from 'fumadocs-core/mdx-plugins';
import { type ComponentProps, isValidElement, type ReactNode } from 'react';
import { FilledCodeBlock, FilledText } from './reader.tsx';
import { Cell, HeadCell, InlineCode, Table } from './table.tsx';

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
  return (
    <a
      href={href}
      className="text-primary-text underline decoration-primary-text/40 hover:decoration-current"
    >
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
      <FilledCodeBlock code={String(text).trimEnd()} label={label} />
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
    <InlineCode>
      {typeof children === 'string' ? <FilledText>{children}</FilledText> : children}
    </InlineCode>
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
  th: HeadCell,
  td: Cell,
};

/** Markdown in the style of the panel. */
export function Markdown({ children }: { children: string }) {
  return <MarkdownServer components={components}>{children}</MarkdownServer>;
}
