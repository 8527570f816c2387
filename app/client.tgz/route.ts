/** The typed client, for `npm install`. Needs no session. */
export { serveClientPackage as GET } from '#server/http/client-package.ts';
