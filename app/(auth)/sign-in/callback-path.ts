import { callbackPath } from '#db/values/sign-in.ts';

const anyOrigin = 'http://leadgate.invalid';

/** The path if it is on this origin and not the sign-in page; otherwise `/`. */
export function safeBack(path: string | undefined): string {
  const back = callbackPath(path, anyOrigin);

  return back.startsWith('/sign-in') ? '/' : back;
}

export function signInPath(back: string): string {
  const safe = safeBack(back);

  return safe === '/' ? '/sign-in' : `/sign-in?callbackUrl=${encodeURIComponent(safe)}`;
}
