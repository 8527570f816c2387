import { digits } from '#app/_ui/count.ts';

/** Leads of today, marked when there are any. */
export function Today({ leads }: { leads: number }) {
  if (leads === 0) return <span className="text-fg-subtle">0</span>;

  return <span className="font-medium text-success">+{digits(leads)}</span>;
}
