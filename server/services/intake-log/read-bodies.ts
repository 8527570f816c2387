import { isUtf8 } from 'node:buffer';
import type { BodySeal } from './sealed-body.ts';

export interface BodyDependencies {
  bodySeal: BodySeal;
}

/** A body as it was sent: text when it is UTF-8, which says each byte, else base64. */
export type SentBody =
  | { encoding: 'utf-8'; text: string; bytes: number }
  | { encoding: 'base64'; text: string; bytes: number };

/** @returns `null` when the secret that sealed it is not given any more */
export function openBody(
  { bodySeal }: BodyDependencies,
  companyId: string,
  { id, sealed }: { id: string; sealed: Uint8Array },
): SentBody | null {
  const body = bodySeal.open(sealed, { companyId, id });
  if (!body) return null;

  const encoding = isUtf8(body) ? 'utf-8' : 'base64';
  return { encoding, text: body.toString(encoding), bytes: body.length };
}
