import { STATUS_CODES } from 'node:http';
import { generateOpenApiDocument } from 'trpc-to-openapi';
import { allFields, fieldOf } from '#db/values/lead-fields.ts';
import { type FailureStatus, failureStatuses, failures, hasRate, tags } from '../contract.ts';
import { dryRun, type Success } from '../procedure.ts';
import { errorsPage, problemType } from '../response.ts';
import { documentedOperations, type Operation, publicRouter } from '../router.ts';
import { failureSchema, headers, problemSchema } from './openapi-components.ts';

type Json = Record<string, unknown>;

type HeaderName = keyof typeof headers;
const headerOf = (name: HeaderName) => ({ $ref: `#/components/headers/${name}` });
const schemaOf = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const requestIdHeader = { 'X-Request-Id': headerOf('RequestId') };
const rateHeaders = {
  RateLimit: headerOf('RateLimit'),
  'RateLimit-Policy': headerOf('RateLimitPolicy'),
};
/** Of operations that read a body. */
const bodyHeaders = {
  'X-Ignored-Fields': headerOf('IgnoredFields'),
  'X-Unread-Fields': headerOf('UnreadFields'),
  'X-Truncated-Fields': headerOf('TruncatedFields'),
  'X-Warnings': headerOf('Warnings'),
};
const expiryHeader = { 'X-API-Key-Expires': headerOf('KeyExpires') };
/** Of requests with a known key. */
const keyHeaders = {
  ...rateHeaders,
  ...expiryHeader,
  'X-Ignored-Headers': headerOf('IgnoredHeaders'),
};
const retryHeader = { 'Retry-After': headerOf('RetryAfter') };
/** Headers that only answers of one status have. */
const ownHeaders: Record<number, Json> = {
  401: { 'WWW-Authenticate': headerOf('Challenge') },
  // Of a key that works, but not for this.
  403: expiryHeader,
  405: { Allow: headerOf('Allow') },
  409: retryHeader,
  429: retryHeader,
  503: retryHeader,
};

function failureResponse(status: FailureStatus, hasBody: boolean): Json {
  const { description, error } = failures[status];
  const { message: example, section } = error;
  return {
    description,
    headers: {
      ...requestIdHeader,
      ...(hasRate(status) && keyHeaders),
      ...ownHeaders[status],
      ...(hasBody && status === 400 && bodyHeaders),
    },
    content: {
      'application/json': {
        schema: schemaOf('Failure'),
        example: { success: false, error: example },
      },
      [problemType]: {
        schema: schemaOf('Problem'),
        example: {
          type: `${errorsPage}#${section}`,
          title: STATUS_CODES[status],
          status,
          detail: example,
          requestId: '0192f0c2-8d4e-7f5a-9b6c-7d8e9fa0b1c2',
          issues: [],
          warnings: [],
        },
      },
    },
  };
}

/** What trpc-to-openapi makes of a procedure, as far as it is corrected here. */
interface GeneratedOperation {
  operationId: string;
  requestBody?: {
    content: Record<string, { schema: { title: string; properties: Json } }>;
  };
  responses: Record<string, Json & { content: { 'application/json': { schema: Json } } }>;
}

interface GeneratedDocument {
  tags: Json[];
  paths: Record<string, Record<string, GeneratedOperation>>;
  components: { schemas: Json; headers: Json };
}
const asGenerated = (document: unknown) => document as GeneratedDocument;

/** The published snake_case name of each field that has one; all names would hide the fields. */
function deprecatedSpellings(properties: Json): Json {
  const fields = allFields.filter((name) => name in properties);
  return Object.fromEntries(
    fields.flatMap((name) => {
      const [other = ''] = fieldOf(name).aliases ?? [];
      const described = { description: `Use \`${name}\``, deprecated: true };
      return other.includes('_') ? [[other, { ...Object(properties[name]), ...described }]] : [];
    }),
  );
}

/** Gives the body a schema of its own, named by its title. */
function nameBody({ requestBody }: GeneratedOperation, example: unknown, schemas: Json): void {
  if (!requestBody) return;

  for (const media of Object.values(requestBody.content)) {
    const { title, properties = {}, ...schema } = media.schema;
    schemas[title] = {
      ...schema,
      properties: { ...properties, ...deprecatedSpellings(properties) },
    };
    Object.assign(media, { schema: schemaOf(title), example });
  }
}

/** What trpc-to-openapi makes of the only success that it knows; with a dry run, of both. */
function generatedSuccess({ operationId, responses }: GeneratedOperation, hasDryRun: boolean) {
  const { 200: generated } = responses;
  if (!generated) throw new Error('trpc-to-openapi describes no success');

  const { content, headers, ...rest } = generated;
  const { schema } = content['application/json'];
  const { anyOf } = schema as { anyOf?: Json[] };
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
  const schemas = hasDryRun ? (anyOf ?? []) : [schema];
  return { name, headers: Object(headers), rest, schemas };
}

/** The successes in the envelope, each with its own schema: the call, and its dry run. */
function successResponses(
  generated: GeneratedOperation,
  operation: Operation,
  schemas: Json,
): Json {
  const { success: done, examples } = operation;
  const hasDryRun = examples.dryRun !== undefined;
  const { name, headers: own, rest, schemas: data } = generatedSuccess(generated, hasDryRun);
  const response = (
    schema: string,
    { message }: Success,
    dataSchema: unknown,
    example: unknown,
  ) => {
    schemas[schema] = {
      type: 'object',
      required: ['success', 'data', 'message'],
      additionalProperties: false,
      properties: {
        success: { type: 'boolean', const: true },
        data: dataSchema,
        message: { type: 'string' },
      },
    };
    return {
      headers: {
        ...requestIdHeader,
        ...keyHeaders,
        ...(generated.requestBody && bodyHeaders),
        ...own,
      },
      content: {
        'application/json': {
          schema: schemaOf(schema),
          example: { success: true, data: example, message },
        },
      },
    };
  };

  const [ofDone, ofDryRun] = data;
  const doneResponse = { ...rest, ...response(`${name}Success`, done, ofDone, examples.data) };
  if (!hasDryRun) return { [done.status]: doneResponse };

  const dry = response(`${name}DryRun`, dryRun, ofDryRun, examples.dryRun);
  if (done.status !== dryRun.status) {
    const description = 'What would be created, with `X-Dry-Run: true`';
    return { [done.status]: doneResponse, [dryRun.status]: { description, ...dry } };
  }
  const media = doneResponse.content['application/json'];
  const schema = { anyOf: [schemaOf(`${name}Success`), schemaOf(`${name}DryRun`)] };
  return {
    [done.status]: { ...doneResponse, content: { 'application/json': { ...media, schema } } },
  };
}

/**
 * Adds what trpc-to-openapi cannot know: the envelope, the status of a success, failures, examples,
 * names of body and envelope, and the other names of fields.
 */
function correct(document: GeneratedDocument): void {
  const { components } = document;
  const generatedSchemas = Object.entries(components.schemas);
  const schemas: Json = {
    ...Object.fromEntries(generatedSchemas.filter(([id]) => !id.startsWith('error.'))),
    Failure: failureSchema,
    Problem: problemSchema,
  };

  for (const operation of documentedOperations) {
    const { openapi, examples } = operation;
    const generated = document.paths[openapi.path]?.[openapi.method.toLowerCase()];
    if (!generated) throw new Error(`${openapi.path} is not in the document`);

    const hasBody = generated.requestBody !== undefined;
    const statuses = failureStatuses(hasBody);
    nameBody(generated, examples.body, schemas);
    Object.assign(generated, {
      // An address in the path is a credential itself.
      ...(openapi.protect === false && { security: [] }),
      responses: {
        ...successResponses(generated, operation, schemas),
        ...Object.fromEntries(statuses.map((status) => [status, failureResponse(status, hasBody)])),
      },
    });
  }

  components.schemas = schemas;
  components.headers = headers;
  document.tags = tags;
}

/**
 * The OpenAPI 3.1 document of the public API, made from its procedures.
 *
 * @param origin scheme and host that the caller reached us by
 */
export function openApiDocument(origin: string): object {
  const document = generateOpenApiDocument(publicRouter, {
    title: 'Leads API',
    version: '1.0.0',
    description:
      'Create leads from forms, landing pages and automations. Fields and headers are only ever added. Failures tell field by field what is wrong if you send `Accept: application/problem+json`.',
    baseUrl: `${origin}/api`,
    license: { name: 'MIT', identifier: 'MIT' } as { name: string },
    securitySchemes: {
      ApiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'From Settings → API keys. It names the application and the company.',
      },
    },
  });
  correct(asGenerated(document));
  return document;
}
