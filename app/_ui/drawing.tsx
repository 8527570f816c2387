import { cn } from './cn.ts';

/** The symbols of `public/drawings.svg`. */
export type DrawingName = 'board' | 'leads' | 'search' | 'bell' | 'keys' | 'history';

/**
 * A picture beside the words of an empty place. Its file is fetched when there is one; colours are
 * those of the theme, which symbols inherit.
 */
export function Drawing({ name, className }: { name: DrawingName; className?: string }) {
  return (
    <svg aria-hidden="true" className={cn('h-24 w-40 text-border-strong', className)}>
      <use href={`/drawings.svg#${name}`} />
    </svg>
  );
}
