import { STATUS_CODES } from 'node:http';
import { openApiDocument } from './openapi.ts';

interface Parameter {
  in: 'header' | 'path' | 'query';
  name: string;
  required?: boolean;
  example?: string;
  schema: { description?: string };
}

type Content = { 'application/json': { example: unknown } };

interface Operation {
  summary: string;
  description: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content: Content }>;
}

/** What the collection takes from the document. */
interface Document {
  info: { title: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
}
const asDocument = (document: unknown) => document as Document;

const json = (value: unknown) => JSON.stringify(value, null, 2);
/** The variable for a parameter of a path: `step_id` for `stepId`. */
const variableOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function requestOf(method: string, path: string, operation: Operation) {
  const { description, parameters = [], requestBody } = operation;
  const segments = path.slice(1).replace(/\{(\w+)\}/g, (_, name) => `{{${variableOf(name)}}}`);
  const valuesIn = (place: Parameter['in']) =>
    parameters
      .filter((each) => each.in === place)
      .map(({ name, example = '', required = false, schema }) => ({
        key: name,
        value: example,
        description: schema.description ?? '',
        disabled: !required,
      }));
  const query = valuesIn('query');
  const search = query.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&');

  return {
    method: method.toUpperCase(),
    description,
    header: [
      ...(requestBody ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ...valuesIn('header'),
    ],
    url: {
      raw: `{{base_url}}/${segments}${search && `?${search}`}`,
      host: ['{{base_url}}'],
      path: segments.split('/'),
      ...(search && { query }),
    },
    ...(requestBody && {
      body: {
        mode: 'raw',
        raw: json(requestBody.content['application/json'].example),
        options: { raw: { language: 'json' } },
      },
    }),
  };
}

function itemOf(method: string, path: string, operation: Operation) {
  const request = requestOf(method, path, operation);

  return {
    name: operation.summary,
    request,
    response: Object.entries(operation.responses).map(([status, { description, content }]) => ({
      name: `${status}: ${description}`,
      originalRequest: request,
      code: Number(status),
      status: STATUS_CODES[status],
      header: [{ key: 'Content-Type', value: 'application/json' }],
      body: json(content['application/json'].example),
      _postman_previewlanguage: 'json',
    })),
  };
}

/**
 * The public API as a Postman collection (v2.1), made from the OpenAPI document: a folder for each
 * tag, a request for each operation, and its documented answers as examples.
 *
 * @param origin scheme and host that the caller reached us by
 */
export function postmanCollection(origin: string) {
  const { info, servers, tags, paths } = asDocument(openApiDocument(origin));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const names = new Set(
    operations.flatMap(({ operation: { parameters = [] } }) =>
      parameters.filter((each) => each.in === 'path').map(({ name }) => variableOf(name)),
    ),
  );

  return {
    info: {
      name: info.title,
      description: info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-API-Key', type: 'string' },
        { key: 'value', value: '{{api_key}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'base_url', value: servers[0]?.url ?? '' },
      { key: 'api_key', value: '' },
      ...Array.from(names, (key) => ({ key, value: '' })),
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ method, path, operation }) => itemOf(method, path, operation)),
    })),
  };
}
