import { newId } from '#db/id.ts';

/** The caller's own `X-Request-Id` when it is 1 to 128 visible ASCII characters, else a new one. */
export function requestIdOf(given: string | null | undefined): string {
  return given && /^[\x21-\x7e]{1,128}$/.test(given) ? given : newId();
}
