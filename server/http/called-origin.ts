/** Scheme and host that a caller reached us by. `server.ts` has made sure of both headers. */
export function calledOrigin({ headers }: { headers: Pick<Headers, 'get'> }): string {
  return `${headers.get('x-forwarded-proto') ?? 'http'}://${headers.get('host')}`;
}
