let last = 0;
let sequence = 0;

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/**
 * A new UUID version 7 (RFC 9562, 6.2 method 1): 48 bits of time in milliseconds, a counter of 12
 * bits within the millisecond, 62 random bits. Those made later by this process sort later.
 *
 * Made of Node's version 4, which draws its random bits in advance: the library asks the system for
 * every one of them, which costs a lead more than the rest of its creation.
 */
export function newId(): string {
  const now = Date.now();
  if (now > last) {
    last = now;
    sequence = 0;
  } else {
    sequence += 1;
    if (sequence > 0xfff) {
      last += 1;
      sequence = 0;
    }
  }

  const time = hex(last, 12);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(sequence, 3)}${crypto.randomUUID().slice(18)}`;
}
