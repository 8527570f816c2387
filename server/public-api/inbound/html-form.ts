import { createHmac, timingSafeEqual } from 'node:crypto';
import { type FormSettings, formControls } from '#db/values/inbound-addresses.ts';
import { formMaxAgeMs, formMinAgeMs } from '../../limits.ts';

/** What an HTML form has beside the answers of a person. */

const macLength = 22;

const macOf = (key: Uint8Array, time: string) =>
  createHmac('sha256', key).update(time).digest('base64url').slice(0, macLength);

/** A time in milliseconds with the proof that this address has said it: `mb3k2x.7Qf2…`. */
export function signTime(key: Uint8Array, time: number): string {
  const text = time.toString(36);
  return `${text}.${macOf(key, text)}`;
}

/** @returns `undefined` for what was not signed with the key */
function readTime(key: Uint8Array, token: string): number | undefined {
  const [, time = '', mac = ''] = /^([0-9a-z]{1,11})\.([\w-]{22})$/.exec(token) ?? [];
  const expected = macOf(key, time);
  const isSame =
    mac.length === macLength && timingSafeEqual(Buffer.from(mac), Buffer.from(expected));
  return isSame ? Number.parseInt(time, 36) : undefined;
}

function textOf(body: object, name: string): string {
  const value: unknown = Reflect.get(body, name);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first.trim() : '';
}

/** Whether a program has filled in the field that people do not see. */
export const isTrapped = (body: object): boolean => textOf(body, formControls.trap) !== '';

/**
 * Why a submission may not be from a person who has seen the form; `undefined` when nothing says so.
 *
 * @param now in milliseconds
 */
export function timeProblem(
  body: object,
  { form, formKey }: { form: FormSettings | null; formKey: Uint8Array },
  now: number,
): string | undefined {
  if (!form?.needsTime) return undefined;

  const token = textOf(body, formControls.opened);
  const opened = readTime(formKey, token);
  if (opened === undefined) return 'it does not say when the form was opened';
  if (now - opened < formMinAgeMs) return 'it was sent as soon as the form was opened';
  return now - opened > formMaxAgeMs ? 'the form was opened more than a day before' : undefined;
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host.toLowerCase() : undefined);

function isWebPage(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** Where a visitor goes after the submission; `undefined`: to a page of ours. */
export function nextPage(body: object, form: FormSettings | null): string | undefined {
  const { thankYouUrl = null, hosts = [] } = form ?? {};
  const asked = textOf(body, formControls.next);
  const allowed = new Set([thankYouUrl && hostOf(thankYouUrl), ...hosts]);
  const isAllowed = isWebPage(asked) && allowed.has(hostOf(asked));
  const page = isAllowed ? new URL(asked).href : thankYouUrl;
  return page ?? undefined;
}

/** A browser that has posted a form: it shows the answer to a person. */
export const isBrowserForm = (accept: string | undefined): boolean =>
  accept?.includes('text/html') === true;
