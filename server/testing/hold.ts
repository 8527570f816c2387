import { request } from 'node:http';
import type { Call } from './send.ts';

export interface Held {
  /** Sends the body. Resolves with the status, or with the code of the error. */
  finish(): Promise<number | string>;
  /** What became of it without us. */
  outcome: Promise<number | string>;
}

/** A request that the server has let in and that waits for its body: under way until we say so. */
export function hold(port: number, { method = 'POST', path, headers, body = '' }: Call) {
  return new Promise<Held>((resolve, reject) => {
    const outgoing = request({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { ...headers, expect: '100-continue', 'content-length': Buffer.byteLength(body) },
      agent: false,
    });
    const outcome = new Promise<number | string>((settle) => {
      outgoing.on('response', (response) => {
        response.resume();
        settle(response.statusCode ?? 0);
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        settle(error.code ?? error.message);
        reject(error);
      });
    });
    const finish = () => {
      outgoing.end(body);
      return outcome;
    };
    outgoing.on('continue', () => resolve({ finish, outcome }));
    outgoing.flushHeaders();
  });
}
