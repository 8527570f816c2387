import { publishDocument } from '#server/http/publish-document.ts';
import { postmanCollection } from '#server/public-api/postman.ts';

export { answerPreflight as OPTIONS } from '#server/http/publish-document.ts';

const write = (origin: string) => JSON.stringify(postmanCollection(origin));

/** The public API as a Postman collection. */
export const GET = (request: Request): Response =>
  publishDocument(request, 'application/json', write);
