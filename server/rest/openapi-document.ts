import { generateOpenApiDocument } from 'trpc-to-openapi';
import { publicRouter } from '../api/public-router.ts';
import { spellings } from './fold-spellings.ts';

type Json = Record<string, unknown>;

/** Every other answer of lead creation, with an `error` as it may read. */
const failures: Record<number, [description: string, example: string]> = {
  400: [
    'The body is not JSON, or fields of it are wrong: all of them are named',
    'name: is required; phones[1]: must hold 8 to 15 digits with country code',
  ],
  401: ['The key is missing, unknown, inactive or expired', 'API Key required'],
  403: [
    'The key belongs to another application, or may not create leads in this step',
    'API Key does not belong to this application',
  ],
  404: ['There is no such step in the company of the key', 'Funnel step not found'],
  408: ['The request took too long to arrive', 'Request took too long'],
  413: ['The body is larger than 64 KiB', 'Request body must not exceed 64 KiB'],
  415: ['The body is not announced as JSON in UTF-8', 'Content-Type must be application/json'],
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

function failureResponses(): Json {
  const schema = { $ref: '#/components/schemas/Failure' };
  return Object.fromEntries(
    Object.entries(failures).map(([status, [description, error]]) => [
      status,
      {
        description,
        headers:
          status === '503'
            ? { ...requestId, 'Retry-After': { schema: { type: 'integer' } } }
            : requestId,
        content: jsonContent(schema, { success: false, error }),
      },
    ]),
  );
}

const created = {
  description: 'The lead and its contact are stored',
  headers: { ...requestId, 'X-Ignored-Fields': { $ref: '#/components/headers/IgnoredFields' } },
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

const headers = {
  RequestId: {
    description: 'Names this request in our logs; yours if you send one',
    schema: { type: 'string' },
  },
  IgnoredFields: {
    description: 'Names of fields in the body that nobody reads',
    schema: { type: 'string' },
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
      { requestBody: { content: Record<string, { schema: Json & { properties: Json } }> } } & Json
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
    operation.responses = { 201: created, ...failureResponses() };
    for (const { schema } of Object.values(operation.requestBody.content)) {
      schema.properties = withBothSpellings(schema.properties);
    }
  }
  document.tags = [{ name: 'Leads', description: 'What comes in from outside' }];
  const { Lead } = document.components.schemas;
  document.components.schemas = { Lead, Failure: failureSchema };
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
      'Create leads from forms, landing pages and automations. Fields and headers are only ever added.',
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
