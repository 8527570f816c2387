import { generateOpenApiDocument } from 'trpc-to-openapi';
import { publicRouter } from '../api/public-router.ts';
import { issueCodes } from './describe-issues.ts';
import { spellings } from './fold-spellings.ts';
import { problemType } from './problem.ts';

type Json = Record<string, unknown>;

/** Every other answer of lead creation, with an `error` as it may read. */
const failures: Record<number, [description: string, example: string]> = {
  400: [
    'The body is not JSON, or fields of it are wrong: all of them are named',
    'name: is required; phones[1]: must hold 8 to 15 digits with country code',
  ],
  401: ['The key is missing, unknown, inactive or expired', 'API Key required'],
  403: [
    'The key belongs to another application, may not create leads in this step, or came over plain http where https is required',
    'API Key does not belong to this application',
  ],
  404: ['There is no such step in the company of the key', 'Funnel step not found'],
  408: ['The request took too long to arrive', 'Request took too long'],
  409: [
    'A request with the same `Idempotency-Key` is being processed: try again after `Retry-After` seconds',
    'A request with this Idempotency-Key is being processed',
  ],
  413: ['The body is larger than 64 KiB', 'Request body must not exceed 64 KiB'],
  415: ['The body is not announced as JSON in UTF-8', 'Content-Type must be application/json'],
  422: [
    'The `Idempotency-Key` was used with another step or body in the last 24 hours',
    'Idempotency-Key was already used with another step or body',
  ],
  429: [
    'The key sends more than its rate, or the address too many failed keys: try again after `Retry-After` seconds',
    'Too many requests',
  ],
  500: ['A fault of ours', 'Internal server error'],
  503: [
    'Overloaded or stopping: try again after `Retry-After` seconds',
    'Service temporarily unavailable',
  ],
};

const jsonContent = (schema: Json, example?: Json) => ({
  'application/json': example ? { schema, example } : { schema },
});
const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

const rate = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};
const retried = new Set(['409', '429', '503']);

function failureResponses(): Json {
  const schema = { $ref: '#/components/schemas/Failure' };
  const problem = { schema: { $ref: '#/components/schemas/Problem' } };
  return Object.fromEntries(
    Object.entries(failures).map(([status, [description, error]]) => [
      status,
      {
        description,
        headers: {
          ...requestId,
          ...(retried.has(status) && {
            'Retry-After': { $ref: '#/components/headers/RetryAfter' },
          }),
          ...(status === '429' && rate),
        },
        content: { ...jsonContent(schema, { success: false, error }), [problemType]: problem },
      },
    ]),
  );
}

const created = {
  description: 'The lead and its contact are stored',
  headers: {
    ...requestId,
    ...rate,
    'X-Ignored-Fields': { $ref: '#/components/headers/IgnoredFields' },
    'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' },
  },
  content: jsonContent({
    type: 'object',
    required: ['success', 'data', 'message'],
    additionalProperties: false,
    properties: {
      success: { const: true },
      data: { $ref: '#/components/schemas/Lead' },
      message: { type: 'string', examples: ['Lead created successfully'] },
    },
  }),
};

const failureSchema = {
  type: 'object',
  required: ['success', 'error'],
  additionalProperties: false,
  properties: { success: { const: false }, error: { type: 'string' } },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a retry safe: for 24 hours the same key with the same step and body gives the same answer and no second lead. 1 to 255 visible ASCII characters, quoted or bare. Without it, a lead with the same step, name, phones and `externalLeadId` is taken for a retry.',
  schema: { type: 'string', minLength: 1, maxLength: 257 },
  example: '0192f0c1-7a3b-7c4d-8e5f-60718293a4b5',
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
  IgnoredFields: {
    description: 'Names of fields in the body that nobody reads',
    schema: { type: 'string' },
  },
  IdempotentReplayed: {
    description: '`true` when the lead was created by an earlier request',
    schema: { const: 'true' },
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

/** Adds the other spelling of each field behind the one we use. */
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

/** The parts of the generated document that the corrections reach into. */
interface Generated {
  tags: Json[];
  paths: Record<
    string,
    Record<
      string,
      {
        parameters: Json[];
        requestBody: { content: Record<string, { schema: Json & { properties: Json } }> };
      } & Json
    >
  >;
  components: Json & { schemas: Json };
}
const asGenerated = (document: unknown) => document as Generated;

/**
 * What trpc-to-openapi cannot know: success is 201, every answer is in our envelope, fields have
 * two spellings.
 */
function correct(document: Generated): void {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    operation.parameters.push(idempotencyKey);
    operation.responses = { 201: created, ...failureResponses() };
    for (const { schema } of Object.values(operation.requestBody.content)) {
      schema.properties = withBothSpellings(schema.properties);
    }
  }
  document.tags = [{ name: 'Leads', description: 'What comes in from outside' }];
  const { Lead } = document.components.schemas;
  document.components.schemas = { Lead, Failure: failureSchema, Problem: problemSchema };
  document.components.headers = headers;
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
