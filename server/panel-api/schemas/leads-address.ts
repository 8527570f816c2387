import { eachFilterKey, eachOf, fieldFilters } from '#db/values/lead-fields.ts';
import {
  contactTimes,
  followUpTimes,
  type LeadSort,
  leadPriorities,
  leadSorts,
  leadStatuses,
  me,
  noOwner,
} from '#db/values/leads.ts';
import { searchTextLength } from '#db/values/limits.ts';
import type { FilterChoices, LeadsQuery } from './lead-list.ts';

/*
 * The address of the list of leads, which export and saved views have too. Without zod: the screen
 * reads it in the browser.
 */

/** Parameters with several values, separated by commas. */
export const listNames = [
  'funnel',
  'step',
  'status',
  'priority',
  'owner',
  'followUp',
  'contact',
  'source',
  ...fieldFilters.map(({ param }) => param),
  'key',
] as const;
export type ListName = (typeof listNames)[number];

export interface LeadsAddress extends Record<ListName, readonly string[]> {
  /** Days, as `2027-01-31`; empty for none. */
  from: string;
  until: string;
  /** Whose days these are; empty: those of the member. */
  zone: '' | 'company';
  phone: '' | 'yes' | 'no';
  q: string;
  sort: LeadSort;
  view: 'leads' | 'tests' | 'deleted';
  /** The id of the saved view that the rest is or was made from; empty for none. */
  saved: string;
}

export const emptyAddress: LeadsAddress = {
  ...eachOf(listNames, () => []),
  from: '',
  until: '',
  zone: '',
  phone: '',
  q: '',
  sort: 'newest',
  view: 'leads',
  saved: '',
};

/** The most that the server takes for one parameter. */
const valuesMax = 100;
const textMax = 500;

/** A comma in a value is escaped. */
const writeList = (values: readonly string[]) =>
  values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');
const readList = (text: string) =>
  [...new Set(text.split(','))]
    .map((value) => value.replaceAll(/%2C/gi, ',').replaceAll('%25', '%'))
    .filter((value) => value !== '' && value.length <= textMax && !value.includes('\0'))
    .slice(0, valuesMax);

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  text > '0001' &&
  new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
/** Empty for what is no day. */
export const readDay = (text: string) => (isDay(text) ? text : '');

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isId = (text: string) => idPattern.test(text);

const oneOf = <Value extends string>(text: string, values: readonly Value[], other: Value): Value =>
  values.find((value) => value === text) ?? other;

/** Parameters with another meaning are left out; values of lists are read as they are. */
export function readAddress(params: Pick<URLSearchParams, 'get'>): LeadsAddress {
  const text = (name: string) => params.get(name) ?? '';

  return {
    ...eachOf(listNames, (name) => readList(text(name))),
    from: readDay(text('from')),
    until: readDay(text('until')),
    zone: oneOf(text('zone'), ['company'], ''),
    phone: oneOf(text('phone'), ['yes', 'no'], ''),
    q: text('q').trim().slice(0, searchTextLength),
    sort: oneOf(text('sort'), leadSorts, 'newest'),
    view: oneOf(text('view'), ['leads', 'tests', 'deleted'], 'leads'),
    saved: isId(text('saved')) ? text('saved') : '',
  };
}

/** Parameters with one value, which can be one that nothing is read from. */
const valueNames = ['from', 'until', 'zone', 'phone'] as const;
export type FilterName = ListName | (typeof valueNames)[number];

/** The filters of an address that `readAddress` leaves out, because their values have no meaning. */
export function malformedIn(params: Pick<URLSearchParams, 'get'>): FilterName[] {
  const read = readAddress(params);
  return valueNames.filter((name) => params.get(name) && !read[name]);
}

/** The query of an address, in one order, without what is not set. */
export function writeAddress(address: LeadsAddress): string {
  const params = new URLSearchParams();
  for (const name of listNames) {
    if (address[name].length > 0) params.set(name, writeList(address[name]));
  }
  for (const name of [...valueNames, 'q'] as const) {
    if (address[name]) params.set(name, address[name]);
  }
  if (!address.from && !address.until) params.delete('zone');
  if (address.sort !== 'newest') params.set('sort', address.sort);
  if (address.view !== 'leads') params.set('view', address.view);
  if (address.saved && params.size > 0) params.set('saved', address.saved);
  return params.toString();
}

/** The query of what an address shows, without the saved view. */
export const writeShown = (address: LeadsAddress): string =>
  writeAddress({ ...address, saved: '' });

/** Whether an address says what to show. */
export const isGivenIn = (params: Pick<URLSearchParams, 'has'>): boolean =>
  Object.keys(emptyAddress).some((name) => params.has(name));

/** The query of an address that says what to show even where that is all leads. */
export const writeGiven = (address: LeadsAddress): string => writeAddress(address) || 'view=leads';

/** Absent where nothing is chosen, so that equal queries are equal objects. */
const some = <Value>(values: Value[]) => (values.length > 0 ? values : undefined);
const among = <Value extends string>(values: readonly Value[], texts: readonly string[]) =>
  some(values.filter((value) => texts.includes(value)));

/** What is asked of the server. Values that no lead can have are left out. */
export function queryOf(address: LeadsAddress): LeadsQuery {
  const { from, until, zone, phone, q, sort, view } = address;
  const filter = {
    funnelIds: some(address.funnel.filter(isId)),
    stepIds: some(address.step.filter(isId)),
    statuses: among(leadStatuses, address.status),
    priorities: among(leadPriorities, address.priority),
    owners: some(address.owner.filter((id) => id === me || id === noOwner || isId(id))),
    followUps: among(followUpTimes, address.followUp),
    contacts: among(contactTimes, address.contact),
    sources: some([...address.source]),
    ...eachFilterKey(({ param }) => some([...address[param]])),
    apiKeyIds: some(address.key.filter(isId)),
    from: from || undefined,
    until: until || undefined,
    zone: (zone && (from || until) && zone) || undefined,
    hasPhone: phone ? phone === 'yes' : undefined,
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);

  return {
    filter: isFiltered ? filter : undefined,
    search: q || undefined,
    sort: sort === 'newest' ? undefined : sort,
    view,
  };
}

/** What lists can be set to. Without some of it, any id is taken for one that exists. */
type Choices = Partial<Pick<FilterChoices, 'steps' | 'keys'>> & {
  members?: readonly { id: string }[] | undefined;
};

/** Whether a value of a list exists; of texts that were sent, any does. */
function existsIn(name: ListName, { steps, members, keys }: Choices): (value: string) => boolean {
  const among = (items: readonly { id: string }[] | undefined) => (value: string) =>
    items ? items.some(({ id }) => id === value) : isId(value);
  const oneOfThese = (values: readonly string[]) => (value: string) => values.includes(value);

  switch (name) {
    case 'funnel':
      return among(steps?.map(({ funnel }) => funnel));
    case 'step':
      return among(steps);
    case 'owner':
      return (value) => value === me || value === noOwner || among(members)(value);
    case 'key':
      return among(keys);
    case 'status':
      return oneOfThese(leadStatuses);
    case 'followUp':
      return oneOfThese(followUpTimes);
    case 'contact':
      return oneOfThese(contactTimes);
    case 'priority':
      return oneOfThese(leadPriorities);
    default:
      return () => true;
  }
}

/** The address without values that do not exist, as after a deletion, and which lists had such. */
export function withoutUnknown(address: LeadsAddress, choices: Choices) {
  const known = { ...address };
  const unknown: ListName[] = [];
  for (const name of listNames) {
    const kept = address[name].filter(existsIn(name, choices));
    if (kept.length < address[name].length) unknown.push(name);
    known[name] = kept;
  }
  return { known, unknown };
}
