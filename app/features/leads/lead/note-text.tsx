'use client';

import type { MarkdownToJSX } from 'markdown-to-jsx/react';
import Markdown from 'markdown-to-jsx/react';
import type { ComponentProps, ReactNode } from 'react';

const safeLink = /^(?:https?:\/\/|mailto:)/i;

/** A query of `mailto:` would add recipients and text to the message that the reader sends. */
const withoutMessage = (href: string) => (/^mailto:/i.test(href) ? href.split(/[?#]/, 1)[0] : href);

function Anchor({ href, children }: ComponentProps<'a'>) {
  if (!href || !safeLink.test(href)) return <>{children}</>;

  return (
    <a
      href={withoutMessage(href)}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-primary-text underline underline-offset-2"
    >
      {children}
    </a>
  );
}

const Paragraph = ({ children }: { children?: ReactNode }) => (
  <p className="whitespace-pre-wrap not-first:mt-2">{children}</p>
);
const Heading = ({ children }: { children?: ReactNode }) => (
  <p className="font-semibold not-first:mt-2">{children}</p>
);
/** Nothing is fetched from other origins. */
const Image = ({ alt }: { alt?: string }) => <>{alt}</>;

const options: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  wrapper: 'div',
  overrides: {
    a: Anchor,
    p: Paragraph,
    img: Image,
    ul: { props: { className: 'list-disc pl-5 not-first:mt-2' } },
    ol: { props: { className: 'list-decimal pl-5 not-first:mt-2' } },
    blockquote: { props: { className: 'border-border-strong border-l-2 pl-3 not-first:mt-2' } },
    pre: { props: { className: 'whitespace-pre-wrap [overflow-wrap:anywhere] not-first:mt-2' } },
    code: { props: { className: 'font-mono text-sm' } },
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((level) => [level, Heading])),
  },
};

/** What a member wrote: Markdown without HTML and images; links lead to web pages and mail only. */
export function NoteText({ text }: { text: string }) {
  return <Markdown options={options}>{text}</Markdown>;
}
