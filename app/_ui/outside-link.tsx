import type { ReactNode } from 'react';

const linkClasses =
  'text-primary-text underline underline-offset-2 [overflow-wrap:anywhere] coarse:py-3';

/** Opens in a new tab: a secret on this page stays. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={linkClasses}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
