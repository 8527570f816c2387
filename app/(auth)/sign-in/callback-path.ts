import { callbackPath } from '#db/values/sign-in.ts';

const anyOrigin = 'http://leadgate.invalid';

/** The path if it is on this origin and not the sign-in page; otherwise `/`. */
export function safeBack(path: string | undefined): string {
  const back = callbackPath(path, anyOrigin);

  return back.startsWith('/sign-in') ? '/' : back;
}

/** @param ended whether the user was signed in until now, which the page then says */
export function signInPath(back: string, ended = false): string {
  const safe = safeBack(back);
  const query = [
    ...(safe === '/' ? [] : [`callbackUrl=${encodeURIComponent(safe)}`]),
    ...(ended ? ['ended=1'] : []),
  ].join('&');

  return query ? `/sign-in?${query}` : '/sign-in';
}
