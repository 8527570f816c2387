import { challenge } from '../contract.ts';
import { errors } from '../errors.ts';
import { errorsPage, problemType } from '../response.ts';

/** Parts of the OpenAPI document that trpc-to-openapi does not know: failures and headers. */

export const failureSchema = {
  type: 'object',
  required: ['success', 'error'],
  additionalProperties: false,
  properties: { success: { type: 'boolean', const: false }, error: { type: 'string' } },
};

export const problemSchema = {
  description: `RFC 9457, for callers that send \`Accept: ${problemType}\``,
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'requestId', 'issues', 'warnings'],
  additionalProperties: false,
  properties: {
    type: {
      type: 'string',
      format: 'uri-reference',
      description: 'Where this error is explained, or `about:blank`',
      examples: [`${errorsPage}#${errors.invalidFields.section}`],
    },
    title: { type: 'string', description: 'Name of the status', examples: ['Bad Request'] },
    status: { type: 'integer', examples: [400] },
    detail: { type: 'string', description: 'What `error` says' },
    requestId: { type: 'string' },
    issues: {
      description: 'What is wrong with fields; empty when it is something else',
      type: 'array',
      items: { $ref: '#/components/schemas/FieldIssue' },
    },
    warnings: {
      description: 'What else was not read as it was sent, and would not have refused the request',
      type: 'array',
      items: { $ref: '#/components/schemas/FieldIssue' },
    },
  },
};

export const headers = {
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
  IgnoredFields: {
    description:
      'Names of fields in the body that are not read, percent-encoded, at most 1,024 bytes. Ends with `%E2%80%A6` (…) when names are left out',
    schema: { type: 'string', examples: ['city, company'] },
  },
  IgnoredHeaders: {
    description:
      'Names of headers that are not obeyed: `X-Simulate` without a test key, and an `Idempotency-Key` that is a placeholder',
    schema: { type: 'string', examples: ['X-Simulate', 'Idempotency-Key'] },
  },
  KeyExpires: {
    description:
      'When the key stops working, in its last seven days: by its expiry, or because it was rotated',
    schema: { type: 'string', format: 'date-time', examples: ['2026-12-01T00:00:00.000Z'] },
  },
  UnreadFields: {
    description:
      'Names of fields that cannot be read and are kept as sent, or are placeholders and count as absent. Written as in `X-Ignored-Fields`, at most 512 bytes',
    schema: { type: 'string', examples: ['phones'] },
  },
  TruncatedFields: {
    description:
      'Names of fields of which only the beginning is stored. Written as in `X-Ignored-Fields`, at most 512 bytes',
    schema: { type: 'string', examples: ['gclid'] },
  },
  Warnings: {
    description: `Of one lead, with \`X-Dry-Run: true\` or \`Accept: ${problemType}\`: what was not read as it was sent. Each is percent-encoded; between them is \`; \`; at most 512 bytes`,
    schema: {
      type: 'string',
      examples: ['phones%5B1%5D%3A%20must%20hold%208%20to%2015%20digits%20with%20country%20code'],
    },
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
