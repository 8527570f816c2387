import { LeadgateBatchError } from './errors.ts';
import { type Answer, explainType, retryAfterOf } from './read-answer.ts';
import { backoff, type History, isRetried } from './request.ts';
import { wait } from './time.ts';
import type { AcceptedLead, Batch, BatchResult, NewLead, RefusedLead } from './types.ts';

/** Limits of the API. */
const maxLeads = 500;
const maxBytes = 1_048_576;
const emptyBytes = '{"leads":[]}'.length;
const tooLarge = {
  status: 413,
  error: 'Request body must not exceed 64 KiB',
  type: '/docs/errors#body-too-large',
};

interface Item {
  /** Place in the list of the caller. */
  index: number;
  json: string;
  bytes: number;
}

export interface BatchOptions<L> {
  /** Sends one batch. */
  send(body: string, idempotencyKey: string, history: History): Promise<Answer<Batch<L, number>>>;
  /** Requests that the key may send at once, as far as it is known. */
  burst(): number;
  /** Of the API. */
  baseUrl: string;
  isDryRun: boolean;
  maxRetries: number;
  signals: readonly AbortSignal[];
}

const encoder = new TextEncoder();

function toItem(lead: NewLead, index: number): Item {
  // `undefined` for what has no JSON, which the server refuses by its place.
  const json: string | undefined = JSON.stringify(lead);
  return { index, json: json ?? 'null', bytes: encoder.encode(json).byteLength };
}

/**
 * How many of the first leads make a part. With half of what the key may send at once, a part can be
 * sent again as a whole, although its leads count again and other senders use the key too.
 */
function partLength(items: readonly Item[], burst: number): number {
  const most = Math.min(maxLeads, Math.max(1, Math.floor(burst / 2)));
  let bytes = emptyBytes;
  const end = items.findIndex((item, n) => {
    bytes += item.bytes + 1;
    return n === most || bytes > maxBytes;
  });
  return end === -1 ? items.length : Math.max(1, end);
}

/** Milliseconds until the key may send all at once again. */
function fullAfter(headers: Headers): number {
  const seconds = /;t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
  return Number(seconds ?? 0) * 1_000;
}

/** @param mayBeStored whether a refused lead may have been created all the same */
function toResult<L>(
  index: number,
  result: AcceptedLead<L, number> | Omit<RefusedLead, 'index'>,
  { baseUrl, mayBeStored = false }: { baseUrl: string; mayBeStored?: boolean },
): BatchResult<L> {
  if ('data' in result) {
    const { data: lead, replayed = false, warnings = [] } = result;
    return { index, lead, replayed, warnings };
  }

  const { status, error: message, type, issues = [] } = result;
  const { kind = 'unknown', docs } = explainType(type, baseUrl);
  return { index, error: { status, kind, message, docs, issues, mayBeStored } };
}

/**
 * Sends a part until each lead has a result. The `Idempotency-Key` of a lead is that of the request
 * with its place, so a lead that may have been stored is sent again at its place.
 *
 * @returns the leads beyond the rate, which were surely not stored and may get another place
 */
async function sendPart<L>(
  part: readonly Item[],
  history: History,
  { send, baseUrl, isDryRun, maxRetries, signals }: BatchOptions<L>,
  results: Map<number, BatchResult<L>>,
): Promise<Item[]> {
  const key = crypto.randomUUID();
  const settled = new Set<Item>();
  const beyondRate: Item[] = [];
  let sent = part;
  for (let fruitless = 1; ; fruitless += 1) {
    const { data, headers } = await send(
      `{"leads":[${sent.map(({ json }) => json)}]}`,
      key,
      history,
    );
    const retryAfterMs = retryAfterOf(headers);
    const settledBefore = settled.size;
    const open: { item: Item; place: number; result: RefusedLead }[] = [];
    for (const result of data.results) {
      const item = sent[result.index];
      if (!item || settled.has(item)) continue;

      if ('data' in result || !isRetried(result.status, retryAfterMs)) {
        results.set(item.index, toResult(item.index, result, { baseUrl }));
        settled.add(item);
      } else if (result.status === 429 && !history.isUncertain) {
        beyondRate.push(item);
        settled.add(item);
      } else {
        open.push({ item, place: result.index, result });
      }
    }

    const last = open.at(-1);
    if (!last) {
      if (beyondRate.length > 0) await wait(backoff(1, retryAfterMs), signals);
      return beyondRate;
    }
    if (settled.size > settledBefore) fruitless = 1;
    if (fruitless > maxRetries) {
      for (const { item, result } of open) {
        results.set(item.index, toResult(item.index, result, { baseUrl, mayBeStored: !isDryRun }));
      }
      return beyondRate;
    }
    history.isUncertain = true;
    const isBeyondRate = open.some(({ result }) => result.status === 429);
    const pause = isBeyondRate ? fullAfter(headers) : 0;
    await wait(Math.max(pause, backoff(fruitless, retryAfterMs)), signals);
    sent = sent.slice(0, last.place + 1);
  }
}

/**
 * Sends any number of leads, in parts that the API takes, one after the other.
 *
 * @returns a result for each lead, in their order
 * @throws LeadgateBatchError when leads may have been created before the failure; else as `send`
 */
export async function sendInParts<L>(
  leads: readonly NewLead[],
  options: BatchOptions<L>,
): Promise<BatchResult<L>[]> {
  const results = new Map<number, BatchResult<L>>();
  const inOrder = () => [...results.values()].sort((a, b) => a.index - b.index);
  const waiting = leads.map(toItem).filter(({ index, bytes }) => {
    const fits = bytes <= maxBytes - emptyBytes;
    if (!fits) results.set(index, toResult(index, tooLarge, options));
    return fits;
  });

  while (waiting.length > 0) {
    const part = waiting.slice(0, partLength(waiting, options.burst()));
    const history: History = { isUncertain: false };
    try {
      waiting.splice(0, part.length, ...(await sendPart(part, history, options, results)));
    } catch (cause) {
      const unknown = history.isUncertain && !options.isDryRun ? part : [];
      const uncertain = unknown.map(({ index }) => index).filter((index) => !results.has(index));
      if (results.size === 0 && uncertain.length === 0) throw cause;
      throw new LeadgateBatchError(cause, { results: inOrder(), uncertain });
    }
  }

  return inOrder();
}
