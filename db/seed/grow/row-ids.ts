import { randomFillSync } from 'node:crypto';

/** Every 16 bits as text: an ID is eight of them. */
const hex = Array.from({ length: 65_536 }, (_, bits) => bits.toString(16).padStart(4, '0'));

const bytesOfId = 10;
const random = new DataView(new ArrayBuffer(bytesOfId * 6_400));
let used = random.byteLength;

/** The beginning of all IDs of a moment. Milliseconds. */
export function idPrefix(at: number): string {
  const digits = at.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/**
 * A UUID version 7 that nobody has had: other than the rest of a demo lead it is not repeatable, so
 * that a database can be grown again. Ten times as fast as the library, which counts when a lead
 * has three of them.
 */
export function makeId(prefix: string): string {
  if (used === random.byteLength) {
    randomFillSync(random);
    used = 0;
  }
  const version = hex[0x7000 | (random.getUint16(used) & 0x0fff)];
  const variant = hex[0x8000 | (random.getUint16(used + 2) & 0x3fff)];
  const node =
    `${hex[random.getUint16(used + 4)]}${hex[random.getUint16(used + 6)]}` +
    `${hex[random.getUint16(used + 8)]}`;
  used += bytesOfId;

  return `${prefix}-${version}-${variant}-${node}`;
}
