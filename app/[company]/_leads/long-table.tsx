'use client';

/** Shorter lists are rendered as a whole, on the server too. */
export const renderedWhole = 60;

export const visibleRows = {
  name: 'visible rows',
  load: async () =>
    (await import('#app/[company]/funnels/[funnelId]/steps/[stepId]/_step/visible-rows.ts'))
      .VisibleRows,
};

/** The space of rows that are not rendered. */
export function Space({ height }: { height: number }) {
  return (
    <tr className="invisible" style={{ height }}>
      <td />
    </tr>
  );
}
