import { appendFileSync } from 'node:fs';

/** Whether the faults run as often as docs/reliability.md says, or each once or a few times. */
export const isLong = process.env.LEADGATE_FAULTS === 'long';

/** So many in the long form, so many in the short one. */
export const times = (long: number, short: number): number => (isLong ? long : short);

export interface Figure {
  check: number;
  what: string;
  measured: string;
}

/** For the table that `npm run test:faults` prints. */
export function report(check: number, what: string, measured: string | number): void {
  const path = process.env.LEADGATE_FIGURES;
  const figure: Figure = { check, what, measured: String(measured) };
  if (path) appendFileSync(path, `${JSON.stringify(figure)}\n`);
}

export const longest = (milliseconds: readonly number[]) =>
  `${Math.round(Math.max(0, ...milliseconds))} ms`;
