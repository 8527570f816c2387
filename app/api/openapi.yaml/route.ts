import { publishDocument } from '#server/http/publish-document.ts';
import { openApiYaml } from '#server/public-api/openapi/openapi-yaml.ts';

export { answerPreflight as OPTIONS } from '#server/http/publish-document.ts';

/** The OpenAPI document as YAML, with the media type of RFC 9512. */
export const GET = (request: Request): Response =>
  publishDocument(request, 'application/yaml', openApiYaml);
