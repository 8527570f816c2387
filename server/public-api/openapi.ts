import { generateOpenApiDocument } from 'trpc-to-openapi';
import { failureStatuses, failures, tags } from './contract.ts';
import { issueCodes } from './lead-input.ts';
import { spellings } from './lead-schema.ts';
import { problemType } from './response.ts';
import { type Operation, operations, publicRouter } from './router.ts';

type Json = Record<string, unknown>;

const failureSchema = {
  type: 'object',
  required: ['success', 'error'],
  additionalProperties: false,
  properties: { success: { const: false }, error: { type: 'string' } },
};

const problemSchema = {
  description: `RFC 9457, for callers that send \`Accept: ${problemType}\``,
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'requestId', 'issues'],
  additionalProperties: false,
  properties: {
    type: { const: 'about:blank' },
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
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds after which another try may succeed',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimit: {
    description:
      'Requests the key has left at once (`r`) and seconds until all are back (`t`); absent without a limit. draft-ietf-httpapi-ratelimit-headers',
    schema: { type: 'string', examples: ['"key";r=199;t=1'] },
  },
  RateLimitPolicy: {
    description: 'Requests at once (`q`), and the seconds in which as many are allowed again (`w`)',
    schema: { type: 'string', examples: ['"key";q=200;w=2'] },
  },
};

const headerOf = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` });
const requestIdHeader = { 'X-Request-Id': headerOf('RequestId') };
const rateHeaders = {
  RateLimit: headerOf('RateLimit'),
  'RateLimit-Policy': headerOf('RateLimitPolicy'),
};
const retryStatuses = new Set([409, 429, 503]);

function failureResponse(status: number): Json {
  const { description = '', example = '' } = failures[status] ?? {};
  return {
    description,
    headers: {
      ...requestIdHeader,
      ...(retryStatuses.has(status) && { 'Retry-After': headerOf('RetryAfter') }),
      ...(status === 429 && rateHeaders),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Failure' },
        example: { success: false, error: example },
      },
      [problemType]: { schema: { $ref: '#/components/schemas/Problem' } },
    },
  };
}

/** What trpc-to-openapi makes of a procedure, as far as it is corrected here. */
interface GeneratedOperation {
  requestBody?: { content: Record<string, { schema: { properties: Json } }> };
  responses: Record<string, Json & { content: { 'application/json': { schema: Json } } }>;
}

interface GeneratedDocument {
  tags: Json[];
  paths: Record<string, Record<string, GeneratedOperation>>;
  components: { schemas: Json; headers: Json };
}
const asGenerated = (document: unknown) => document as GeneratedDocument;

function generatedSuccess(responses: GeneratedOperation['responses']) {
  const { 200: response } = responses;
  if (!response) throw new Error('trpc-to-openapi describes no success');
  return response;
}

function successResponse({ responses }: GeneratedOperation, { message }: Operation['success']) {
  const { content, headers: own, ...rest } = generatedSuccess(responses);
  return {
    ...rest,
    headers: { ...requestIdHeader, ...rateHeaders, ...Object(own) },
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['success', 'data', 'message'],
          additionalProperties: false,
          properties: {
            success: { const: true },
            data: content['application/json'].schema,
            message: { type: 'string', examples: [message] },
          },
        },
      },
    },
  };
}

/** Adds the other spelling of each field behind the one in the schema. */
function withBothSpellings(properties: Json): Json {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const other = spellings[name];
      return other
        ? [
            [name, schema],
            [other, schema],
          ]
        : [[name, schema]];
    }),
  );
}

/**
 * What trpc-to-openapi cannot know: the envelope, the status of a success, our failures, and that
 * fields have two spellings.
 */
function correct(document: GeneratedDocument): void {
  for (const { openapi, success } of operations) {
    const generated = document.paths[openapi.path]?.[openapi.method.toLowerCase()];
    if (!generated) throw new Error(`${openapi.path} is not in the document`);

    const content = Object.values(generated.requestBody?.content ?? {});
    for (const { schema } of content) schema.properties = withBothSpellings(schema.properties);
    const statuses = failureStatuses(content.length > 0);
    Object.assign(generated, {
      responses: {
        [success.status]: successResponse(generated, success),
        ...Object.fromEntries(statuses.map((status) => [status, failureResponse(status)])),
      },
    });
  }

  const { components } = document;
  const ownSchemas = Object.entries(components.schemas).filter(([id]) => !id.startsWith('error.'));
  components.schemas = {
    ...Object.fromEntries(ownSchemas),
    Failure: failureSchema,
    Problem: problemSchema,
  };
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
