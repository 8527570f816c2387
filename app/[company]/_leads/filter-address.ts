import { leadPriorities, leadStatuses } from '#db/values/leads.ts';
import { searchTextLength } from '#db/values/limits.ts';
import type { LeadFilter } from '#server/panel-api/schemas/leads.ts';

/** The parameters of an address that filter leads. Several values are separated by commas. */
export const filterNames = [
  'status',
  'priority',
  'owner',
  'source',
  'campaign',
  'key',
  'from',
  'until',
  'phone',
] as const;

export type FilterName = (typeof filterNames)[number];

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isId = (text: string) => idPattern.test(text);
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && text >= '0001' && !Number.isNaN(Date.parse(text));
const isOneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string): text is Value =>
    values.some((value) => value === text);
const mostValues = 100;

/** The values of a parameter. A value may contain an escaped comma: `Spring%2C summer`. */
export const valuesOf = (text: string | null): string[] =>
  (text ?? '').split(',').filter(Boolean).map(decode).slice(0, mostValues);

/** Text of an address may be anything. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const joinValues = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');

export interface AddressFilter {
  filter: LeadFilter | undefined;
  search: string | undefined;
  /** Parameters with values that do not exist. The rest applies. */
  unknown: FilterName[];
}

/**
 * Reads the filter and the search text of an address.
 *
 * @param isMember whether a member has this id
 */
export function readFilter(
  params: { get: (name: string) => string | null },
  isMember: (id: string) => boolean,
): AddressFilter {
  const unknown: FilterName[] = [];
  function read<Value extends string>(
    name: FilterName,
    isKnown: (text: string) => text is Value,
  ): Value[] | undefined {
    const values = valuesOf(params.get(name));
    const known = values.filter(isKnown);
    if (known.length < values.length) unknown.push(name);
    return known.length > 0 ? known : undefined;
  }
  const text =
    (isText: (text: string) => boolean) =>
    (value: string): value is string =>
      isText(value);
  const isOwner = (value: string) => value === 'none' || (isId(value) && isMember(value));
  const isShort = (value: string) => value.length <= 500;
  const [phone] =
    read(
      'phone',
      text((value) => value === 'yes' || value === 'no'),
    ) ?? [];

  const filter: LeadFilter = {
    statuses: read('status', isOneOf(leadStatuses)),
    priorities: read('priority', isOneOf(leadPriorities)),
    owners: read('owner', text(isOwner)),
    sources: read('source', text(isShort)),
    campaigns: read('campaign', text(isShort)),
    apiKeyIds: read('key', text(isId)),
    from: read('from', text(isDay))?.[0],
    until: read('until', text(isDay))?.[0],
    hasPhone: phone === undefined ? undefined : phone === 'yes',
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const search = params.get('q')?.trim().slice(0, searchTextLength);

  return { filter: isFiltered ? filter : undefined, search: search || undefined, unknown };
}
