import { type AuditFilter, auditFilters } from '#db/values/audit.ts';

/** The filters of `audit.list`. */
export interface AuditFilters {
  who?: string;
  what: AuditFilter;
  from?: string;
  /** The last day, included. */
  until?: string;
}

export const noFilters: AuditFilters = { what: 'all' };

const actorPattern = /^(system|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Such as `2027-01-31`, in a year that the server accepts: not in the year 0. */
function isDay(text: string): boolean {
  const day = new Date(text);

  return day.getUTCFullYear() > 0 && day.toISOString().slice(0, 10) === text;
}

export const readWhat = (text: string): AuditFilter =>
  auditFilters.find((each) => each === text) ?? 'all';

/** Reads the filters from query parameters; ignores invalid ones. */
export function readFilters({
  who = '',
  what = '',
  from = '',
  until = '',
}: Record<string, string>) {
  const filters: AuditFilters = { what: readWhat(what) };
  if (actorPattern.test(who)) filters.who = who;
  if (isDay(from)) filters.from = from;
  if (isDay(until)) filters.until = until;

  return filters;
}

export const isFiltered = ({ who, what, from, until }: AuditFilters): boolean =>
  Boolean(who || from || until) || what !== 'all';
