/** Answer to correct credentials without a code, for an account with a second factor. */
export const codeRequired = 'CodeRequired';

/** Answer to correct credentials of a demo account that come from another machine. */
export const demoElsewhere = 'DemoElsewhere';

const tooManyAttempts = 'TooManyAttempts';

/** Answer after too many failures: a code with the seconds until the next attempt. */
export const tooManyAttemptsFor = (seconds: number): string => `${tooManyAttempts}:${seconds}`;

/** The seconds in such an answer; `undefined` for another one. */
export function secondsUntilNextAttempt(answer: string): number | undefined {
  const [code, seconds] = answer.split(':');

  return code === tooManyAttempts ? Number(seconds) : undefined;
}

/**
 * The path to open after signing in or out: that of `wanted` if it leads to this origin, otherwise
 * `/`. Judged after normalization, because a browser reads `/.//evil.test` as `//evil.test`: another
 * host. Without the parameter that Next's router adds to its own requests.
 */
export function callbackPath(wanted: string | undefined, origin: string): string {
  const url = URL.parse(wanted ?? '', origin);
  if (url?.origin !== origin || url.pathname.startsWith('//')) return '/';

  if (url.searchParams.has('_rsc')) url.searchParams.delete('_rsc');

  return `${url.pathname}${url.search}${url.hash}`;
}

const anyOrigin = 'http://leadgate.invalid';

/** The path if it is on this origin and not the sign-in page; otherwise `/`. */
export function safeBack(path: string | undefined): string {
  const back = callbackPath(path, anyOrigin);

  return back.startsWith('/sign-in') ? '/' : back;
}

/** Whether the router of an open page requests a path, which then had a session. */
const isOfRouter = (path: string) => new URLSearchParams(path.split('?')[1]).has('_rsc');

/**
 * Where a request without a session for a page of the panel belongs.
 *
 * @param ended whether the user was signed in until now, which the page then says
 */
export function signInPath(back: string, ended = isOfRouter(back)): string {
  const safe = safeBack(back);
  const query = [
    ...(safe === '/' ? [] : [`callbackUrl=${encodeURIComponent(safe)}`]),
    ...(ended ? ['ended=1'] : []),
  ].join('&');

  return query ? `/sign-in?${query}` : '/sign-in';
}
