import { type Attempted, LeadgateConnectionError, LeadgateError } from './errors.ts';
import { type Answer, readAnswer } from './read-answer.ts';
import { wait, within } from './time.ts';

/** The settings of a client. */
export interface Connection {
  /** Without a slash at its end. */
  baseUrl: string;
  apiKey: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  timeoutMs: number;
  totalTimeoutMs: number;
  maxRetries: number;
  signal: AbortSignal | undefined;
}

/** What is known of the requests with one `Idempotency-Key`. */
export interface History {
  /** Whether one of them may have stored something without saying so. */
  isUncertain: boolean;
}

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  /** Of the call; without it, retries would create leads again. */
  idempotencyKey?: string;
  /** An `undefined` one is left out. */
  headers?: Record<string, string | undefined>;
  signal?: AbortSignal | undefined;
  history?: History;
}

/** In the `User-Agent`, which the page of a key shows. The version of package.json. */
const product = 'leadgate-client/0.1.0';
const retriedStatuses = new Set([408, 429, 500, 502, 503, 504]);
const firstBackoffMs = 500;
const maxBackoffMs = 8_000;
/** Clients that were refused together do not return together. */
const retryAfterSpreadMs = 250;

/** @throws TypeError for a value that no header can hold, before anything is sent */
function headersOf({ apiKey }: Connection, { body, idempotencyKey, headers }: Call): Headers {
  const all = {
    accept: 'application/problem+json, application/json;q=0.9',
    'user-agent': product,
    'x-api-key': apiKey,
    'content-type': body === undefined ? undefined : 'application/json',
    'idempotency-key': idempotencyKey,
    ...headers,
  };
  const given = Object.entries(all).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return new Headers(given);
}

/** Milliseconds before the attempt after so many; full jitter, unless the server says when. */
export function backoff(attempts: number, retryAfterMs = 0): number {
  if (retryAfterMs > 0) return retryAfterMs + Math.random() * retryAfterSpreadMs;
  return Math.random() * Math.min(maxBackoffMs, firstBackoffMs * 2 ** (attempts - 1));
}

/** Whether the same lead may be accepted if it is sent again. */
export const isRetried = (status: number, retryAfterMs: number | undefined): boolean =>
  retriedStatuses.has(status) || (status === 409 && retryAfterMs !== undefined);

function isWorthRetrying(error: LeadgateError | LeadgateConnectionError): boolean {
  return !(error instanceof LeadgateError) || isRetried(error.status, error.retryAfterMs);
}

/** Whether nothing was stored: the request was refused, or sent elsewhere. */
const isCertain = (error: LeadgateError | LeadgateConnectionError) =>
  error instanceof LeadgateError && error.status >= 300 && error.status < 500;

/**
 * Sends a request until it is answered for good, the retries are used up or the time is over.
 *
 * @throws LeadgateError, LeadgateConnectionError, and the reason of a signal that was aborted
 */
export async function request<T>(connection: Connection, call: Call): Promise<Answer<T>> {
  const { baseUrl, fetch, timeoutMs, totalTimeoutMs, maxRetries } = connection;
  const { method, path, body, idempotencyKey, history } = call;
  const url = baseUrl + path;
  const init = { method, headers: headersOf(connection, call), redirect: 'manual' as const };
  const signals = [connection.signal, call.signal].filter((signal) => signal !== undefined);
  const endsAt = performance.now() + totalTimeoutMs;

  const attempt = async (attempts: number) => {
    for (const signal of signals) signal.throwIfAborted();
    const timeLeft = Math.min(timeoutMs, endsAt - performance.now());
    const sent = { attempts, idempotencyKey };
    try {
      return await within(timeLeft, signals, async (signal) => {
        const response = await fetch(url, { ...init, signal, ...(body !== undefined && { body }) });
        return readAnswer<T>(url, response, await response.text(), sent);
      });
    } catch (cause) {
      if (history) history.isUncertain = true;
      for (const signal of signals) signal.throwIfAborted();
      return noAnswer(url, { ...sent, cause });
    }
  };

  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt(attempts);
    if (!(outcome instanceof Error)) return outcome;

    if (history && !isCertain(outcome)) history.isUncertain = true;
    const delay = backoff(attempts, 'retryAfterMs' in outcome ? outcome.retryAfterMs : undefined);
    const isLast = attempts > maxRetries || performance.now() + delay >= endsAt;
    if (isLast || !isWorthRetrying(outcome)) throw outcome;
    await wait(delay, signals);
  }
}

function noAnswer(url: string, failure: Attempted & { cause: unknown }): LeadgateConnectionError {
  const { attempts, cause } = failure;
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
  const after = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `No answer from ${new URL(url).origin} after ${after}: ${reason}`;
  return new LeadgateConnectionError(message, { ...failure, isTimeout });
}
