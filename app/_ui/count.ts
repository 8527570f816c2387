/** `1,284`: the same on the server and in every browser. */
export function digits(amount: number): string {
  return amount.toLocaleString('en-GB');
}

/** `1 lead`, `1,284 leads`. */
export function count(amount: number, noun: string): string {
  return `${digits(amount)} ${noun}${amount === 1 ? '' : 's'}`;
}
