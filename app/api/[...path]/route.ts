import { serveOverWeb } from '#server/rest/web-door.ts';

export {
  serveOverWeb as DELETE,
  serveOverWeb as GET,
  serveOverWeb as HEAD,
  serveOverWeb as OPTIONS,
  serveOverWeb as PATCH,
  serveOverWeb as POST,
  serveOverWeb as PUT,
};
