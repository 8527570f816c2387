import { randomFillSync } from 'node:crypto';

const randomBytes = 10;
const random = Buffer.alloc(randomBytes * 6_400);
let used = random.length;

export const idLength = 20;

/**
 * Writes a new UUID version 7 over a field of `idLength`. Unlike the rest of a demo lead it is not
 * repeatable, so that a company can be grown again. A lead has three of them, for which the
 * library, with its texts, would take longer than for all else.
 *
 * @param time milliseconds
 */
export function writeNewId(target: Buffer, time: number): void {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  target.writeUInt32BE(16, 0);
  target.writeUInt16BE(Math.floor(time / 2 ** 32), 4);
  target.writeUInt32BE(time % 2 ** 32, 6);
  random.copy(target, 10, used, used + randomBytes);
  used += randomBytes;
  target.writeUInt8(0x70 | (target.readUInt8(10) & 0x0f), 10);
  target.writeUInt8(0x80 | (target.readUInt8(12) & 0x3f), 12);
}
