const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');
const lengthNames = ['content-length: ', 'Content-Length: '].map((name) => Buffer.from(name));
const digit0 = 0x30;

/** No string is made of an answer: the generator must cost little beside the server it measures. */
function contentLength(bytes: Buffer, headLength: number): number | undefined {
  for (const name of lengthNames) {
    const start = bytes.indexOf(name);
    if (start < 0 || start > headLength) continue;

    let length = 0;
    for (let at = start + name.length; at < headLength; at += 1) {
      const digit = (bytes[at] ?? 0) - digit0;
      if (digit < 0 || digit > 9) break;
      length = length * 10 + digit;
    }
    return length;
  }
  return undefined;
}

/** Whether the bytes hold the whole of the one answer that is under way. */
export function isComplete(bytes: Buffer): boolean {
  const headLength = bytes.indexOf(headEnd);
  if (headLength < 0) return false;

  const length = contentLength(bytes, headLength);
  return length === undefined
    ? bytes.subarray(-lastChunk.length).equals(lastChunk)
    : bytes.length >= headLength + headEnd.length + length;
}

/** Status of `HTTP/1.1 201 Created…`. */
export function statusOf(bytes: Buffer): number {
  const [hundreds = 0, tens = 0, ones = 0] = [bytes[9], bytes[10], bytes[11]];
  return (hundreds - digit0) * 100 + (tens - digit0) * 10 + ones - digit0;
}
