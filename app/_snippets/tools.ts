/** What to paste into tools. */
import { body, type SnippetInput, urlOf } from './lead.ts';

/** Where a tool needs the key, and none is given. */
export const placeholder = 'YOUR_API_KEY';

/** What n8n puts on the clipboard for an HTTP Request node. */
export const n8n = (input: SnippetInput) =>
  JSON.stringify(
    {
      nodes: [
        {
          parameters: {
            method: 'POST',
            url: urlOf(input),
            sendHeaders: true,
            headerParameters: {
              parameters: [{ name: 'X-API-Key', value: input.secret ?? placeholder }],
            },
            sendBody: true,
            specifyBody: 'json',
            jsonBody: body,
            options: {},
          },
          id: 'b7a1c9de-3f52-4c0e-9a64-5d2f8e1b7c30',
          name: 'Create lead',
          type: 'n8n-nodes-base.httpRequest',
          typeVersion: 4.2,
          position: [0, 0],
        },
      ],
      connections: {},
    },
    null,
    2,
  );

/** A custom request, because the plain POST of Zapier sends no lists. */
export const zapier = (input: SnippetInput) => [
  { field: 'App', value: 'Webhooks by Zapier' },
  { field: 'Action event', value: 'Custom Request' },
  { field: 'Method', value: 'POST' },
  { field: 'URL', value: urlOf(input) },
  { field: 'Data', value: body },
  { field: 'Headers: Content-Type', value: 'application/json' },
  { field: 'Headers: X-API-Key', value: input.secret ?? placeholder },
];

/** The labels of version 4 of the module. The key is a credential: a copied scenario does not hold it. */
export const make = (input: SnippetInput) => [
  { field: 'Module', value: 'HTTP: Make a request' },
  { field: 'Authentication type', value: 'API key' },
  { field: 'Credentials: Key', value: input.secret ?? placeholder },
  { field: 'Credentials: API key placement', value: 'Header' },
  { field: 'Credentials: API key parameter name', value: 'X-API-Key' },
  { field: 'URL', value: urlOf(input) },
  { field: 'Method', value: 'POST' },
  { field: 'Body content type', value: 'application/json' },
  { field: 'Body input method', value: 'JSON string' },
  { field: 'Body content', value: body },
];
