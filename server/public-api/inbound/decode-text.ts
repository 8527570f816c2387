/** Bytes of a body as text. */

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

/** ASCII is a part of UTF-8, and senders that name it send UTF-8. */
const utf8Names = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** @returns `undefined` for a name that is not known, and for UTF-8 */
function decoderOf(charset: string | undefined): TextDecoder | undefined {
  if (charset === undefined || utf8Names.has(charset.toLowerCase())) return undefined;

  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

/**
 * Text of the named character set, or else UTF-8. What is no UTF-8 is read as windows-1252, of which
 * every byte is a character.
 */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  const named = decoderOf(charset);
  if (named) return named.decode(bytes);

  try {
    return strictUtf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}

/** A byte order mark says more than a header: those that are no UTF-8. */
function markedCharset([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

const startsWithUtf8Mark = ([first, second, third]: Uint8Array) =>
  first === 0xef && second === 0xbb && third === 0xbf;

export interface MarkedBytes {
  bytes: Uint8Array;
  charset: string | undefined;
}

/** Without a byte order mark: what has one becomes UTF-8, whatever a header says. */
export function withoutMark({ bytes, charset }: MarkedBytes): MarkedBytes {
  const marked = markedCharset(bytes);
  if (marked) return { bytes: Buffer.from(decodeText(bytes, marked)), charset: 'utf-8' };

  return startsWithUtf8Mark(bytes)
    ? { bytes: bytes.subarray(3), charset: 'utf-8' }
    : { bytes, charset };
}

/** Bytes as text of which each character is one byte, so that signs of ASCII can be looked for. */
export const byteText = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** Text of `byteText` as it is read. */
export const readByteText = (text: string, charset: string | undefined) =>
  decodeText(Buffer.from(text, 'latin1'), charset);
