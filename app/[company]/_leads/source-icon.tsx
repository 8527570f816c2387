import { Code, Globe, type LucideIcon, Mail } from 'lucide-react';
import { cn } from '#app/_ui/cn.ts';

const lucide = new Map<string, LucideIcon>([
  ['email', Mail],
  ['newsletter', Mail],
  ['api', Code],
]);

/**
 * Symbols of `public/sources.svg`, on a grid of 16: reminders of a logo in the colour of the text, not
 * copies.
 */
const marks = new Set(['facebook', 'google', 'bing', 'tiktok', 'linkedin', 'instagram']);

const alias = new Map([
  ['fb', 'facebook'],
  ['ig', 'instagram'],
  ['microsoft', 'bing'],
  ['mail', 'email'],
]);

/** The mark of a source. Its name stands beside it. */
export function SourceIcon({ source, className }: { source: string; className?: string }) {
  const name = alias.get(source) ?? source;
  const classes = cn('size-3.5 shrink-0', className);
  if (marks.has(name)) {
    return (
      <svg aria-hidden="true" className={classes}>
        <use href={`/sources.svg#${name}`} />
      </svg>
    );
  }

  const Icon = lucide.get(name) ?? Globe;
  return <Icon aria-hidden className={classes} />;
}
