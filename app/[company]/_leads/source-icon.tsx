import { Code, Globe, type LucideIcon, Mail } from 'lucide-react';
import { cn } from '#app/_ui/cn.ts';

const lucide = new Map<string, LucideIcon>([
  ['email', Mail],
  ['newsletter', Mail],
  ['api', Code],
]);

/** Our own marks, on a grid of 16: reminders of a logo in the colour of the text, not copies. */
const marks = new Map<string, string>([
  [
    'facebook',
    'M9 14.5V9h2.2l.4-2.5H9V5c0-.8.4-1.4 1.5-1.4h1.2V1.6C11.3 1.5 10.6 1.4 10 1.4 7.8 1.4 6.4 2.7 6.4 5v1.5H4V9h2.4v5.5z',
  ],
  [
    'google',
    'M14.4 8.2c0-.5 0-.9-.1-1.3H8v2.5h3.6a3.1 3.1 0 0 1-1.3 2l2.1 1.7c1.3-1.2 2-2.9 2-4.9zM8 14.7c1.8 0 3.3-.6 4.4-1.6l-2.1-1.7a4 4 0 0 1-6-2.1L2.1 11A6.7 6.7 0 0 0 8 14.7zM4.3 9.3a4 4 0 0 1 0-2.6L2.1 5a6.7 6.7 0 0 0 0 6zM8 4c1 0 1.9.3 2.6 1l1.9-1.9A6.7 6.7 0 0 0 2.1 5l2.2 1.7A4 4 0 0 1 8 4z',
  ],
  ['bing', 'M4 1.5l2.7 1v8.2L10.3 8.6 8.5 7.8l-1-2.6L13 7.3v2.9l-6.3 4.1L4 12.8z'],
  [
    'tiktok',
    'M8.5 1.3h2.2c.2 1.6 1.1 2.7 2.8 2.9v2.2c-1.1 0-2-.3-2.8-.8v4.6a4.3 4.3 0 1 1-5-4.3v2.3a2 2 0 1 0 2.8 1.9z',
  ],
  [
    'linkedin',
    'M2.2 6h2.5v7.8H2.2zM3.5 2.2a1.4 1.4 0 1 1 0 2.9 1.4 1.4 0 0 1 0-2.9zM6.3 6h2.3v1.1c.4-.7 1.2-1.3 2.4-1.3 2.3 0 2.9 1.5 2.9 3.5v4.5h-2.5V9.8c0-1 0-2-1.2-2s-1.5 1-1.5 2v4H6.3z',
  ],
]);
const instagram = (
  <>
    <rect x="2.2" y="2.2" width="11.6" height="11.6" rx="3.4" />
    <circle cx="8" cy="8" r="2.7" />
    <path d="M11.3 4.7h.01" strokeLinecap="round" />
  </>
);

const alias = new Map([
  ['fb', 'facebook'],
  ['ig', 'instagram'],
  ['microsoft', 'bing'],
  ['mail', 'email'],
]);

/** The mark of a source. Its name stands beside it. */
export function SourceIcon({ source, className }: { source: string; className?: string }) {
  const name = alias.get(source) ?? source;
  const path = marks.get(name);
  const classes = cn('size-3.5 shrink-0', className);

  if (path) {
    return (
      <svg aria-hidden="true" viewBox="0 0 16 16" fill="currentColor" className={classes}>
        <path d={path} />
      </svg>
    );
  }
  if (name === 'instagram') {
    return (
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        className={classes}
      >
        {instagram}
      </svg>
    );
  }
  const Icon = lucide.get(name) ?? Globe;
  return <Icon aria-hidden className={classes} />;
}
