import { randomUUID } from 'node:crypto';

// Taken before Next is loaded, whose wrappers of the global ones look for a page that is being drawn.
const { now } = Date;

/** `000` to `fff`. */
const places = Array.from({ length: 0x1000 }, (_, n) => n.toString(16).padStart(3, '0'));

let last = 0;
let sequence = 0;
/** Of the last millisecond: all that stands before the sequence. */
let start = '';

function begin(time: number): void {
  const hex = time.toString(16).padStart(12, '0');
  last = time;
  sequence = 0;
  start = `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
}

/**
 * A new UUID version 7 (RFC 9562, 6.2 method 1): 48 bits of time in milliseconds, a counter of 12
 * bits within the millisecond, 62 random bits. Those made later by this process sort later.
 *
 * Made of Node's version 4, which draws its random bits in advance: the library asks the system for
 * every one of them, which costs a lead more than the rest of its creation.
 */
export function newId(): string {
  const time = now();
  if (time > last) begin(time);
  else if (sequence === places.length - 1) begin(last + 1);
  else sequence += 1;

  return start + places[sequence] + randomUUID().slice(18);
}

/** A UUID version 7 of another time: among those of its millisecond at a random place. */
export function idAtTime(time: number): string {
  const hex = Math.floor(time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
}
