import { jsonrepair } from 'jsonrepair';
import { pastedBodyMax } from '#db/values/limits.ts';
import { isCurl, readCurl } from './curl-command.ts';
import { fieldsIn, multipart, objectOf } from './form-text.ts';
import { isHttp, readHttp } from './http-message.ts';
import { isPowerShell, readPowerShell } from './powershell-command.ts';
import type { PastedBody, PastedRequest } from './request.ts';
import { UnclosedQuoteError } from './shell-words.ts';

/** Finds the body in what was pasted, and what is wrong around it. Secrets do not leave this file. */

export interface Pasted {
  /** What has to change at the sender beside the fields. */
  problems: string[];
  /** JSON, or text that would be JSON; of a form its fields. Absent: there is none to read. */
  body?: string;
  /** The body as JSON, where it is none and that is simple. */
  mended?: string;
  /** JSON of the lead, or of the first of a batch; absent when there is none. */
  lead?: string;
}

const secret = /lk_[0-9A-Za-z]{8,}/g;
const secretsIn = (text: string): string[] => text.match(secret) ?? [];
const withoutSecrets = (text: string) => text.replace(secret, 'lk_…');

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    // No JSON, nor like it; or nested too deeply to be read at all.
    return undefined;
  }
}

const parse = (text: string): unknown => attempt(() => JSON.parse(text));

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown) => Array.isArray(value) && value.every(isObject);

type Found = Omit<Pasted, 'lead'>;

const asList = 'A list is refused: send {"leads": […]} to the address of the batch.';
const notJson = 'Leadgate takes JSON only: anything else is refused.';
const unreadable = 'This is no JSON, no form and no curl command.';
const webPage = 'This is a web page or XML. Paste what your tool sends.';
const exposed = 'A key belongs into the header X-API-Key and nowhere else.';
const tooLong = `The body has more than ${pastedBodyMax / 1_024} KiB. Paste a part of it.`;

/** JSON of one lead, or a list of leads as a batch has it. */
function asLeads(json: string): (Pick<Found, 'problems'> & { text: string }) | undefined {
  const value = parse(json);
  if (isObject(value)) return { text: json, problems: [] };
  return isList(value) ? { text: `{"leads": ${json.trim()}}`, problems: [asList] } : undefined;
}

/** JSON that was meant by a text that is none, or that is JSON of a text. */
function mend(text: string) {
  const value = parse(text);
  if (value === undefined) return asLeads(attempt(() => jsonrepair(text)) ?? '');
  return typeof value === 'string' ? asLeads(value) : undefined;
}

const startsAsJson = /^["{[“]/;

function readJson(text: string): Found {
  const leads = asLeads(text);
  if (leads) return { problems: leads.problems, body: leads.text };

  const mended = mend(text);
  if (mended) return { problems: mended.problems, body: text, mended: mended.text };
  const isJson = startsAsJson.test(text) || parse(text) !== undefined;
  return isJson ? { problems: [], body: text } : { problems: [unreadable] };
}

const ofFields = (
  fields: Parameters<typeof objectOf>[0],
  files: readonly string[] = [],
): Found => ({
  problems: [notJson, ...(files.length > 0 ? [`Files are not read: ${files.join(', ')}.`] : [])],
  body: JSON.stringify(objectOf(fields), null, 2),
});

function readText(sent: string): Found {
  const text = sent.replace(/^\ufeff/, '').trim();
  if (text.length > pastedBodyMax) return { problems: [tooLong] };
  if (/^<[!?a-z]/i.test(text)) return { problems: [webPage] };

  const form = multipart(text);
  if (form) return ofFields(form.parts, form.files);
  const fields = startsAsJson.test(text) ? undefined : fieldsIn(text);
  return fields ? ofFields(fields) : readJson(text);
}

function readBody(body: PastedBody | undefined): Found {
  if (!body) return { problems: ['The request has no body.'] };
  if ('elsewhere' in body) {
    return { problems: [`The body is in ${body.elsewhere}. Paste what is in it.`] };
  }
  return 'parts' in body ? ofFields(body.parts, body.files) : readText(body.text);
}

/** Without the query. */
const addressOf = (url: string) =>
  attempt(() => {
    const { origin, pathname } = new URL(/^[a-z]+:\/\//i.test(url) ? url : `https://${url}`);
    return origin + decodeURI(pathname);
  }) ?? url;

const stepIn = /\/leads\/public\/[^/]+/;

function problemsOfAddress({ url }: PastedRequest, wanted: string): string[] {
  if (url === '') return [`The address is missing. Send to ${wanted}.`];

  const address = addressOf(url);
  if (address === wanted) return [];
  const isOtherStep = address.replace(stepIn, '') === wanted.replace(stepIn, '');
  return [
    isOtherStep
      ? `This is the address of another step. That of the chosen one is ${wanted}.`
      : `The address is ${address}. Send to ${wanted}.`,
  ];
}

function problemsOfHeaders({ method, headers, body }: PastedRequest, text: string): string[] {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  const key = headers.get('x-api-key') ?? '';
  const isExposed = secretsIn(text).length > secretsIn(key).length;
  return [
    ...(method.toUpperCase() === 'POST' ? [] : [`The method is ${method}. Send POST.`]),
    ...(key === '' ? ['The header X-API-Key is missing.'] : []),
    ...(isExposed ? [exposed] : []),
    ...(body && type !== 'application/json'
      ? ['The header Content-Type: application/json is missing.']
      : []),
  ];
}

function readRequest(text: string): PastedRequest | undefined {
  if (isCurl(text)) return readCurl(text);
  if (isPowerShell(text)) return readPowerShell(text);
  return isHttp(text) ? readHttp(text) : undefined;
}

/** The leads of a batch. */
function leadsOf(json: string): unknown[] | undefined {
  const { leads }: { leads?: unknown } = Object(parse(json));
  return Array.isArray(leads) ? leads : undefined;
}

/** The first lead of a body. */
function leadOf(json: string): Pick<Pasted, 'lead'> {
  const leads = leadsOf(json);
  const isLead = isObject(leads ? leads[0] : parse(json));
  return isLead ? { lead: leads ? JSON.stringify(leads[0], null, 2) : json } : {};
}

/** What was found in a text, and what is wrong around the body. */
function find(text: string, stepUrl: string | undefined): Found & { around: string[] } {
  const request = readRequest(text);
  if (!request) {
    return { ...readText(text), around: secretsIn(text).length > 0 ? [exposed] : [] };
  }
  const found = readBody(request.body);
  const isBatch = leadsOf(found.mended ?? found.body ?? '') !== undefined;
  const wanted = stepUrl && (isBatch ? `${stepUrl}/batch` : stepUrl);
  const ofAddress = wanted ? problemsOfAddress(request, wanted) : [];
  return { ...found, around: [...ofAddress, ...problemsOfHeaders(request, text)] };
}

/**
 * Finds the body in a pasted text.
 *
 * @param stepUrl of the chosen step; absent: none is
 */
export function readPasted(pasted: string, stepUrl?: string): Pasted {
  try {
    const { around, problems, body, mended } = find(pasted.trimStart(), stepUrl);
    const json = withoutSecrets(mended ?? body ?? '');
    if (json.length > pastedBodyMax) return { problems: [tooLong] };
    return {
      problems: [...around, ...problems].map(withoutSecrets),
      ...(body !== undefined && { body: withoutSecrets(body) }),
      ...(mended !== undefined && { mended: withoutSecrets(mended) }),
      ...leadOf(json),
    };
  } catch (error) {
    if (!(error instanceof UnclosedQuoteError)) throw error;
    return { problems: ['A quote in the command is not closed.'] };
  }
}
