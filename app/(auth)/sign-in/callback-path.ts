const anyOrigin = 'http://leadgate.invalid';

/** The path if it is on this origin and not the sign-in page; otherwise `/`. */
export function safeBack(path: string | undefined): string {
  if (!path?.startsWith('/')) return '/';
  const url = URL.parse(path, anyOrigin);
  if (url?.origin !== anyOrigin || url.pathname.startsWith('/sign-in')) return '/';

  return `${url.pathname}${url.search}${url.hash}`;
}

export function signInPath(back: string): string {
  const safe = safeBack(back);

  return safe === '/' ? '/sign-in' : `/sign-in?callbackUrl=${encodeURIComponent(safe)}`;
}
