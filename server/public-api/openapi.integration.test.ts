import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';

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

  it('names every status, with success as 201', () => {
    expect(Object.keys(operation.responses)).toEqual([
      '201',
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ]);
  });

  it('describes our envelope with exactly the ten fields', () => {
    const { schema } = operation.responses[201].content['application/json'];
    expect(Object.keys(schema.properties)).toEqual(['success', 'data', 'message']);
    expect(schema.properties.data).toEqual({ $ref: '#/components/schemas/Lead' });
    expect(document.components.schemas.Lead.required).toHaveLength(10);
    expect(document.components.schemas.Failure.required).toEqual(['success', 'error']);
  });

  it('describes the problem that callers may ask for, beside each failure', () => {
    const { 201: created, ...failures } = operation.responses;
    expect(Object.keys(created.content)).toEqual(['application/json']);
    for (const { content } of Object.values<{ content: object }>(failures)) {
      expect(Object.keys(content)).toEqual(['application/json', 'application/problem+json']);
    }
    const { required, properties } = document.components.schemas.Problem;
    expect(required).toEqual(['type', 'title', 'status', 'detail', 'requestId', 'issues']);
    expect(properties.issues.items.required).toEqual(['path', 'message', 'code']);
  });

  it('takes both spellings, and requires the name alone', () => {
    const { schema } = operation.requestBody.content['application/json'];
    expect(schema.required).toEqual(['name']);
    expect(Object.keys(schema.properties)).toEqual(
      expect.arrayContaining(['externalLeadId', 'lead_id', 'adsetName', 'adset_name']),
    );
    expect(schema.properties).not.toHaveProperty('stepId');
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
