import { maxBodyBytes } from './read-json.ts';

/** A creation of a lead as it came, told as `node:http` would tell it. */
export interface WholeRequest {
  path: string;
  /** By their names in lower case, none of which came twice. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

const headEnd = Buffer.from('\r\n\r\n');
const lineEnd = '\r\n';
/** Bytes. What is longer is rare. */
const longestHead = 4_096;
const firstByte = 'P'.charCodeAt(0);

/**
 * Request line and headers (RFC 9112, 3 and 5), of visible ASCII and blanks: nothing in them can be
 * read in two ways.
 */
const plainHead =
  /^POST (\/(?:api\/)?leads\/public\/[0-9A-Za-z-]+) HTTP\/1\.1(?:\r\n[0-9A-Za-z!#$%&'*+.^_`|~-]+:[ -~]*)+$/;
const plainLength = /^[0-9]{1,5}$/;

/** What frames a message, or says how the connection goes on, by rules that are left to Node. */
const leftToNode = new Set([
  'expect',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** @returns `undefined` where a name comes twice, or one that is left to Node */
function readHeaders(head: string): Record<string, string> | undefined {
  const headers: Record<string, string> = Object.create(null);
  let at = head.indexOf(lineEnd) + lineEnd.length;
  while (at < head.length) {
    const next = head.indexOf(lineEnd, at);
    const end = next < 0 ? head.length : next;
    const colon = head.indexOf(':', at);
    const name = head.slice(at, colon).toLowerCase();
    if (name in headers || leftToNode.has(name)) return undefined;

    headers[name] = head.slice(colon + 1, end).trim();
    at = end + lineEnd.length;
  }
  return headers;
}

const isKept = (connection: string | undefined) =>
  connection === undefined || connection.toLowerCase() === 'keep-alive';

/**
 * Reads bytes that are one creation of a lead and nothing else, plainly written, on a connection that
 * goes on: what clients send that keep their connections.
 *
 * @returns how many bytes it has in all, when some of its body are missing; `undefined` for anything
 *   that `node:http` should read, or refuse
 */
export function readWholeRequest(bytes: Buffer): WholeRequest | number | undefined {
  if (bytes[0] !== firstByte) return undefined;

  const headLength = bytes.indexOf(headEnd);
  if (headLength < 0 || headLength > longestHead) return undefined;

  const head = bytes.toString('latin1', 0, headLength);
  const path = plainHead.exec(head)?.[1];
  const headers = path && readHeaders(head);
  if (!headers) return undefined;

  const { host, connection, 'content-length': length = '' } = headers;
  if (host === undefined || !isKept(connection) || !plainLength.test(length)) return undefined;

  const bodyAt = headLength + headEnd.length;
  const total = bodyAt + Number(length);
  if (bytes.length > total || Number(length) > maxBodyBytes) return undefined;
  if (bytes.length < total) return total;

  return { path, headers, body: bytes.subarray(bodyAt) };
}
