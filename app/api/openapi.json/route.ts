import { publishDocument } from '#server/http/publish-document.ts';
import { openApiDocument } from '#server/public-api/openapi/openapi.ts';

export { answerPreflight as OPTIONS } from '#server/http/publish-document.ts';

const write = (origin: string) => JSON.stringify(openApiDocument(origin));

/** The OpenAPI document of the public API. */
export const GET = (request: Request): Response =>
  publishDocument(request, 'application/json', write);
