import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { allFields, fieldOf } from '#db/values/lead-fields.ts';
import { documented, misfits } from '../../testing/documented.ts';
import { openApiDocument } from './openapi.ts';
import { openApiYaml } from './openapi-yaml.ts';

const document = JSON.parse(JSON.stringify(openApiDocument('https://crm.example')));
const operation = document.paths['/leads/public/{stepId}'].post;

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 for this server', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers).toEqual([{ url: 'https://crm.example/api' }]);
  });

  it('asks for the key in its header', () => {
    expect(document.components.securitySchemes.ApiKey).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
    });
    expect(operation.security).toEqual([{ ApiKey: [] }]);
  });

  it('names every status, with success as 201 and a dry run as 200', () => {
    expect(Object.keys(operation.responses)).toEqual([
      '200',
      '201',
      '400',
      '401',
      '403',
      '404',
      '405',
      '408',
      '409',
      '413',
      '415',
      '417',
      '422',
      '429',
      '431',
      '500',
      '503',
    ]);
  });

  it('describes our envelope with exactly the ten fields', () => {
    const { schema } = operation.responses[201].content['application/json'];
    expect(schema).toEqual({ $ref: '#/components/schemas/CreateLeadSuccess' });
    const { properties } = document.components.schemas.CreateLeadSuccess;
    expect(Object.keys(properties)).toEqual(['success', 'data', 'message']);
    expect(properties.data).toEqual({ $ref: '#/components/schemas/Lead' });
    expect(document.components.schemas.Lead.required).toHaveLength(10);
    expect(document.components.schemas.Failure.required).toEqual(['success', 'error']);
  });

  it('describes the problem that callers may ask for, beside each failure', () => {
    const { 200: previewed, 201: created, ...failures } = operation.responses;
    for (const { content } of [previewed, created]) {
      expect(Object.keys(content)).toEqual(['application/json']);
    }
    for (const { content } of Object.values<{ content: object }>(failures)) {
      expect(Object.keys(content)).toEqual(['application/json', 'application/problem+json']);
    }
    const { required, properties } = document.components.schemas.Problem;
    expect(required).toEqual([
      'type',
      'title',
      'status',
      'detail',
      'requestId',
      'issues',
      'warnings',
    ]);
    for (const { items } of [properties.issues, properties.warnings]) {
      expect(items).toEqual({ $ref: '#/components/schemas/FieldIssue' });
    }
    const { FieldIssue } = document.components.schemas;
    expect(FieldIssue.required).toEqual(['path', 'message', 'code']);
  });

  it('takes both spellings, the other one deprecated, and requires no field', () => {
    const { schema } = operation.requestBody.content['application/json'];
    expect(schema).toEqual({ $ref: '#/components/schemas/NewLead' });
    const { required, properties } = document.components.schemas.NewLead;
    expect(required).toBeUndefined();
    expect(properties).not.toHaveProperty('stepId');
    for (const name of allFields.filter((field) => field !== 'phones')) {
      const [other] = fieldOf(name).aliases ?? [];
      const { description, ...described } = properties[name];
      if (!other?.includes('_')) continue;
      expect(properties[other]).toEqual({
        ...described,
        description: `Use \`${name}\``,
        deprecated: true,
      });
    }
  });

  it('names the schema of each field with two spellings, of which generators make one type', () => {
    const { properties } = document.components.schemas.NewLead;
    const spelledTwice = Object.keys(properties).filter((name) => name.includes('_'));
    expect(spelledTwice.length).toBeGreaterThanOrEqual(14);
    for (const name of spelledTwice) {
      expect(properties[name]).toEqual({
        $ref: expect.stringMatching(/^#\/components\/schemas\/\w+$/),
        description: expect.any(String),
        deprecated: true,
      });
    }
  });

  it('tells null and the limits of fields', () => {
    const { NewLead, Identifier, TrackingText, CustomFields } = document.components.schemas;
    const { name, phones, segment, email } = NewLead.properties;
    expect(name).toMatchObject({ type: ['string', 'null'], maxLength: 200 });
    expect(phones).toMatchObject({ type: ['array', 'null'], maxItems: 20 });
    expect(segment).toMatchObject({ type: ['string', 'null'], maxLength: 200 });
    expect(email).toMatchObject({ type: ['string', 'null'], maxLength: 320 });
    expect(TrackingText).toMatchObject({ type: ['string', 'null'], maxLength: 500 });
    expect(Identifier.anyOf).toMatchObject([
      { type: 'string', maxLength: 500 },
      { type: 'integer', maximum: 2 ** 53 - 1 },
      { type: 'null' },
    ]);
    expect(CustomFields).toMatchObject({
      type: ['object', 'null'],
      maxProperties: 50,
      propertyNames: { maxLength: 100 },
    });
  });

  it('gives every constant its type', () => {
    const untyped: unknown[] = [];
    JSON.stringify(document, (_, value) => {
      if (value && Object.hasOwn(Object(value), 'const') && !value.type) untyped.push(value);
      return value;
    });
    expect(untyped).toEqual([]);
  });

  it('has examples of a step, of every body and of every answer, which fit their schemas', () => {
    const [idempotencyKey, , , , , stepId] = operation.parameters;
    expect(stepId.example).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(idempotencyKey)).not.toContain('"example');

    for (const [path, methods] of Object.entries(documented.paths)) {
      for (const [method, { requestBody, responses }] of Object.entries(methods)) {
        const keys = ['paths', path, method];
        const contents = [
          ...(requestBody ? [{ content: requestBody.content, at: [...keys, 'requestBody'] }] : []),
          ...Object.entries(responses).map(([status, { content }]) => ({
            content,
            at: [...keys, 'responses', status],
          })),
        ];
        for (const { content, at } of contents) {
          for (const [type, { example }] of Object.entries(content)) {
            expect(misfits(example, ...at, 'content', type, 'schema')).toEqual([]);
          }
        }
      }
    }
  });

  it('names the headers of each status', () => {
    const always = ['X-Request-Id'];
    const end = 'X-API-Key-Expires';
    const rated = [...always, 'RateLimit', 'RateLimit-Policy', end, 'X-Ignored-Headers'];
    const retried = [...rated, 'Retry-After'];
    const ofFields = ['X-Ignored-Fields', 'X-Unread-Fields', 'X-Truncated-Fields', 'X-Warnings'];
    const done = [...rated, ...ofFields, 'Idempotent-Replayed'];
    const headers = Object.entries<{ headers: object }>(operation.responses).map(
      ([status, response]) => [status, Object.keys(response.headers)],
    );
    expect(Object.fromEntries(headers)).toEqual({
      200: done,
      201: done,
      400: [...rated, ...ofFields],
      401: [...always, 'WWW-Authenticate'],
      403: [...always, end],
      404: rated,
      405: [...always, 'Allow'],
      408: rated,
      409: retried,
      413: rated,
      415: rated,
      417: always,
      422: rated,
      429: retried,
      431: always,
      500: rated,
      503: retried,
    });
  });

  it.each(['1.1', '1.2'] as const)('is the same as YAML %s, without anchors', (version) => {
    const text = openApiYaml('https://crm.example');
    expect(parse(text, { version, maxAliasCount: 0 })).toEqual(document);
  });

  it('passes the linter', { timeout: 60_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadgate-openapi-'));
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--config', 'redocly.yaml', file],
      {
        encoding: 'utf8',
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    rmSync(folder, { recursive: true });
    expect(`${stdout}${stderr}`).not.toMatch(/error|warning/i);
    expect(status).toBe(0);
  });
});
