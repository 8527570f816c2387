import { STATUS_CODES } from 'node:http';
import type { PublicResponse } from './envelope.ts';

let date = '';

/** `Date` header of now. Made once a second, as Node does. */
function currentDate(): string {
  if (date !== '') return date;

  const now = new Date();
  date = now.toUTCString();
  setTimeout(() => {
    date = '';
  }, 1_000 - now.getMilliseconds()).unref();
  return date;
}

/**
 * A whole answer, byte for byte as `node:http` writes it.
 *
 * @param response its headers hold the length of the body; nobody checks them for line ends
 * @param keepAlive seconds that the connection stays open for more; 0 if it ends with this answer
 */
export function answerText({ status, headers, body }: PublicResponse, keepAlive: number): string {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
  text += `Date: ${currentDate()}\r\n`;
  text +=
    keepAlive > 0
      ? `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAlive}\r\n\r\n`
      : 'Connection: close\r\n\r\n';

  return text + body;
}
