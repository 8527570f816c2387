import { type Call, type PendingRequest, send, sendHead } from './http-client.ts';

export const twoWorkers = { WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' };
/** For polls that wait for processes to start or end. */
export const pollOptions = { timeout: 60_000 };
export const readyz: Call = { method: 'GET', path: '/readyz' };

/** Six pending requests. */
export const holdSix = (port: number, call: Call): Promise<PendingRequest[]> =>
  Promise.all(Array.from({ length: 6 }, () => sendHead(port, call)));

export const isRefused = (port: number) =>
  send(port, readyz).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
  );
