/** Digits, in groups of three or not, and up to two behind a decimal sign. */
const amountText = /^(\d+|\d{1,3}([.,])\d{3}(?:\2\d{3})*)(?:([.,])(\d{1,2}))?$/;

/**
 * An amount as a person types it: `1200.5`, `1.200,50`, `1,200`, with spaces or apostrophes between the
 * thousands. A single sign before three digits separates thousands.
 *
 * @returns `1200.50`; undefined for what is none
 */
export function readAmount(typed: string): string | undefined {
  const found = amountText.exec(typed.replace(/[\s'’]/g, ''));
  if (!found) return undefined;
  const [, whole = '', separator, sign, fraction] = found;
  if (separator !== undefined && separator === sign) return undefined;

  const amount = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  if (amount.length > 12) return undefined;
  return fraction === undefined ? amount : `${amount}.${fraction}`;
}
