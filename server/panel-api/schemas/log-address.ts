/*
 * The address of the intake log, which its export has too. Without zod: the screen reads it in the
 * browser.
 */

export interface LogAddress {
  result: '' | 'refused' | 'accepted';
  group: string;
  key: readonly string[];
  step: readonly string[];
  /** A status, or the first digit of several. */
  status: string;
  /** Days, as `2027-01-31`; empty for none. */
  from: string;
  until: string;
}

/** Refused requests: what the log is opened for. */
export const emptyLogAddress: LogAddress = {
  result: 'refused',
  group: '',
  key: [],
  step: [],
  status: '',
  from: '',
  until: '',
};

/** The most that the server takes for one parameter. */
const idsMax = 100;
const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  text > '0001' &&
  new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;

const readIds = (text: string) =>
  [...new Set(text.split(','))].filter((each) => id.test(each)).slice(0, idsMax);

/** Parameters with another meaning are left out. */
export function readLogAddress(params: Pick<URLSearchParams, 'get'>): LogAddress {
  const text = (name: string) => params.get(name) ?? '';
  const day = (name: string) => (isDay(text(name)) ? text(name) : '');
  const result = text('result');

  return {
    result: result === 'accepted' ? 'accepted' : result === 'all' ? '' : 'refused',
    group: id.test(text('group')) ? text('group') : '',
    key: readIds(text('key')),
    step: readIds(text('step')),
    status: /^(?:[2-5]|[2-5]\d\d)$/.test(text('status')) ? text('status') : '',
    from: day('from'),
    until: day('until'),
  };
}

/** The query of the address, without what is as usual. */
export function writeLogAddress(address: LogAddress): string {
  const { result, key, step, ...texts } = address;
  const params = new URLSearchParams();
  if (result !== emptyLogAddress.result) params.set('result', result || 'all');
  for (const [name, ids] of Object.entries({ key, step })) {
    if (ids.length > 0) params.set(name, ids.join());
  }
  for (const [name, text] of Object.entries(texts)) if (text) params.set(name, text);
  return params.toString();
}

/** The filter of the procedures. */
export const logFilterOf = ({ result, group, key, step, status, from, until }: LogAddress) => ({
  ...(result !== '' && { result }),
  ...(group && { groupId: group }),
  ...(key.length > 0 && { keyIds: [...key] }),
  ...(step.length > 0 && { stepIds: [...step] }),
  ...(status && { status: Number(status) }),
  ...(from && { from }),
  ...(until && { until }),
});

/** Whether requests are shown by cause: those that are refused, and the chosen group. */
export const showsCauses = ({ result, group }: LogAddress) => result === 'refused' || group !== '';
