import { STATUS_CODES } from 'node:http';
import { generateOpenApiDocument } from 'trpc-to-openapi';
import { challenge, failureStatuses, failures, hasRate, tags } from './contract.ts';
import { issueCodes } from './lead-input.ts';
import { spellings } from './lead-schema.ts';
import { problemType } from './response.ts';
import { type Operation, operations, publicRouter } from './router.ts';

type Json = Record<string, unknown>;

const failureSchema = {
  type: 'object',
  required: ['success', 'error'],
  additionalProperties: false,
  properties: { success: { type: 'boolean', const: false }, error: { type: 'string' } },
};

const problemSchema = {
  description: `RFC 9457, for callers that send \`Accept: ${problemType}\``,
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'requestId', 'issues'],
  additionalProperties: false,
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string', description: 'Name of the status', examples: ['Bad Request'] },
    status: { type: 'integer', examples: [400] },
    detail: { type: 'string', description: 'What `error` says' },
    requestId: { type: 'string' },
    issues: {
      description: 'What is wrong with fields; empty when it is something else',
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message', 'code'],
        additionalProperties: false,
        properties: {
          path: { type: 'string', description: 'As you wrote it', examples: ['phones[1]'] },
          message: { type: 'string', examples: ['must hold 8 to 15 digits with country code'] },
          code: {
            type: 'string',
            description: 'For programs; more may be added',
            examples: issueCodes,
          },
        },
      },
    },
  },
};

const headers = {
  RequestId: {
    description: 'Names this request in our logs; yours if you send one',
    required: true,
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds after which another try may succeed',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  Allow: {
    description: 'Methods that the path takes',
    required: true,
    schema: { type: 'string', examples: ['POST'] },
  },
  Challenge: {
    description: 'Where the key belongs (RFC 9110, 11.6.1)',
    required: true,
    schema: { type: 'string', const: challenge },
  },
  RateLimit: {
    description:
      'Requests the key has left at once (`r`) and seconds until all are back (`t`); absent without a limit. draft-ietf-httpapi-ratelimit-headers',
    schema: { type: 'string', examples: ['"key";r=199;t=1'] },
  },
  RateLimitPolicy: {
    description:
      'Requests at once (`q`), and the seconds in which as many are allowed again (`w`); absent without a limit',
    schema: { type: 'string', examples: ['"key";q=200;w=2'] },
  },
};

type HeaderName = keyof typeof headers;
const headerOf = (name: HeaderName) => ({ $ref: `#/components/headers/${name}` });
const schemaOf = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const requestIdHeader = { 'X-Request-Id': headerOf('RequestId') };
const rateHeaders = {
  RateLimit: headerOf('RateLimit'),
  'RateLimit-Policy': headerOf('RateLimitPolicy'),
};
const retryHeader = { 'Retry-After': headerOf('RetryAfter') };
/** What a status carries beside the headers of every answer. */
const ownHeaders: Record<number, Json> = {
  401: { 'WWW-Authenticate': headerOf('Challenge') },
  405: { Allow: headerOf('Allow') },
  409: retryHeader,
  429: retryHeader,
  503: retryHeader,
};

function failureResponse(status: number): Json {
  const { description = '', example = '' } = failures[status] ?? {};
  return {
    description,
    headers: { ...requestIdHeader, ...(hasRate(status) && rateHeaders), ...ownHeaders[status] },
    content: {
      'application/json': {
        schema: schemaOf('Failure'),
        example: { success: false, error: example },
      },
      [problemType]: {
        schema: schemaOf('Problem'),
        example: {
          type: 'about:blank',
          title: STATUS_CODES[status],
          status,
          detail: example,
          requestId: '0192f0c2-8d4e-7f5a-9b6c-7d8e9fa0b1c2',
          issues: [],
        },
      },
    },
  };
}

/** What trpc-to-openapi makes of a procedure, as far as it is corrected here. */
interface GeneratedOperation {
  operationId: string;
  requestBody?: {
    content: { 'application/json': { schema: { title: string; properties: Json } } };
  };
  responses: Record<string, Json & { content: { 'application/json': { schema: Json } } }>;
}

interface GeneratedDocument {
  tags: Json[];
  paths: Record<string, Record<string, GeneratedOperation>>;
  components: { schemas: Json; headers: Json };
}
const asGenerated = (document: unknown) => document as GeneratedDocument;

/** The other spelling of each field that has one. Both in one list would double what editors offer. */
function deprecatedSpellings(properties: Json): Json {
  const both = Object.entries(spellings).filter(([name]) => name in properties);
  return Object.fromEntries(
    both.map(([name, other]) => [
      other,
      { ...Object(properties[name]), description: `Use \`${name}\``, deprecated: true },
    ]),
  );
}

/** Gives the body a schema of its own, named by its title. */
function nameBody({ requestBody }: GeneratedOperation, example: unknown, schemas: Json): void {
  if (!requestBody) return;

  const media = requestBody.content['application/json'];
  const { title, properties, ...schema } = media.schema;
  schemas[title] = {
    ...schema,
    properties: { ...properties, ...deprecatedSpellings(properties) },
  };
  Object.assign(media, { schema: schemaOf(title), example });
}

/** The success in the envelope, which gets a schema of its own. */
function successResponse(
  { operationId, responses }: GeneratedOperation,
  { success: { message }, examples }: Operation,
  schemas: Json,
): Json {
  const { 200: generated } = responses;
  if (!generated) throw new Error('trpc-to-openapi describes no success');

  const { content, headers: own, ...rest } = generated;
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Success`;
  schemas[name] = {
    type: 'object',
    required: ['success', 'data', 'message'],
    additionalProperties: false,
    properties: {
      success: { type: 'boolean', const: true },
      data: content['application/json'].schema,
      message: { type: 'string' },
    },
  };
  return {
    ...rest,
    headers: { ...requestIdHeader, ...rateHeaders, ...Object(own) },
    content: {
      'application/json': {
        schema: schemaOf(name),
        example: { success: true, data: examples.data, message },
      },
    },
  };
}

/**
 * What trpc-to-openapi cannot know: the envelope, the status of a success, our failures, examples,
 * names of body and envelope, and that fields have two spellings.
 */
function correct(document: GeneratedDocument): void {
  const { components } = document;
  const generatedSchemas = Object.entries(components.schemas);
  const schemas: Json = {
    ...Object.fromEntries(generatedSchemas.filter(([id]) => !id.startsWith('error.'))),
    Failure: failureSchema,
    Problem: problemSchema,
  };

  for (const operation of operations) {
    const { openapi, success, examples } = operation;
    const generated = document.paths[openapi.path]?.[openapi.method.toLowerCase()];
    if (!generated) throw new Error(`${openapi.path} is not in the document`);

    const statuses = failureStatuses(generated.requestBody !== undefined);
    nameBody(generated, examples.body, schemas);
    Object.assign(generated, {
      responses: {
        [success.status]: successResponse(generated, operation, schemas),
        ...Object.fromEntries(statuses.map((status) => [status, failureResponse(status)])),
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
    title: 'Leadgate public API',
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
