'use client';

import dynamic from 'next/dynamic';

/** Shorter lists are rendered as a whole, on the server too. */
export const renderedWhole = 60;

/** Without its code, a list is rendered as a whole. */
export const VisibleRows = dynamic(() =>
  import('./visible-rows.ts').then(
    (module) => module.VisibleRows,
    () => () => null,
  ),
);

/** The space of rows that are not rendered. */
export function Space({ height }: { height: number }) {
  return (
    <tr className="invisible" style={{ height }}>
      <td />
    </tr>
  );
}
