import { stringify } from 'yaml';
import { openApiDocument } from './openapi.ts';

/**
 * The OpenAPI document as YAML. Without anchors, which some tools do not resolve. Text that YAML 1.1
 * reads as a date or a boolean is quoted, because many parsers still do.
 */
export const openApiYaml = (origin: string): string =>
  stringify(openApiDocument(origin), {
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
    lineWidth: 0,
  });
