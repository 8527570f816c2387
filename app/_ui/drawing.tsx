/** The symbols of `public/drawings.svg`. */
export type DrawingName = 'board' | 'leads' | 'search' | 'bell' | 'keys' | 'history';

/**
 * A picture beside the words of an empty place. Its file is fetched when there is one; colours are
 * those of the theme, which symbols inherit.
 */
export function Drawing({ name, small }: { name: DrawingName; small?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      className={`shrink-0 text-border-strong ${small ? 'h-18 w-30' : 'mb-3 h-24 w-40'}`}
    >
      <use href={`/drawings.svg#${name}`} />
    </svg>
  );
}
