import { type SnippetInput, urlOf } from './languages.ts';

/** What to paste into tools. */

/** Where a tool needs the key, and none is given. */
export const placeholder = 'YOUR_API_KEY';

/** A field of a form, and what to enter there: a text, a value of the trigger, or one after the other. */
export type Setting = { field: string } & (
  | { value: string; trigger?: string }
  | { value?: never; trigger: string }
);

/** It writes quotes and line breaks as JSON, and leaves out what is absent. */
const body = `={{ JSON.stringify({
  name: $json.body.name,
  phones: $json.body.phone,
  email: $json.body.email,
  message: $json.body.message
}) }}`;

/** The same for each try of an item, and another one for every item of every run of every node. */
const idempotencyKey =
  '={{ $workflow.id }}-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}';

/** What n8n puts on the clipboard for an HTTP Request node. The key is in a credential, which no export holds. */
export const n8n = (input: SnippetInput) =>
  JSON.stringify(
    {
      nodes: [
        {
          parameters: {
            method: 'POST',
            url: urlOf(input),
            authentication: 'genericCredentialType',
            genericAuthType: 'httpHeaderAuth',
            sendHeaders: true,
            headerParameters: { parameters: [{ name: 'Idempotency-Key', value: idempotencyKey }] },
            sendBody: true,
            specifyBody: 'json',
            jsonBody: body,
            options: { timeout: 10_000 },
          },
          id: 'b7a1c9de-3f52-4c0e-9a64-5d2f8e1b7c30',
          name: 'Create lead',
          type: 'n8n-nodes-base.httpRequest',
          typeVersion: 4.2,
          position: [0, 0],
          retryOnFail: true,
          maxTries: 5,
          waitBetweenTries: 5_000,
        },
      ],
      connections: {},
    },
    null,
    2,
  );

export const n8nCredential = ({ secret = placeholder }: SnippetInput): Setting[] => [
  { field: 'Credential type', value: 'Header Auth' },
  { field: 'Name', value: 'X-API-Key' },
  { field: 'Value', value: secret },
];

/** Fields that tools write as JSON themselves, so that no value breaks it. */
const mapped = (prefix: string): Setting[] => [
  { field: `${prefix}: name`, trigger: 'full name' },
  { field: `${prefix}: phones`, trigger: 'phone number' },
  { field: `${prefix}: email`, trigger: 'email address' },
  { field: `${prefix}: message`, trigger: 'message' },
  { field: `${prefix}: externalLeadId`, trigger: 'ID of the submission' },
];

/** With the step, because one submission may be sent to several. */
const idempotency = ({ stepId }: SnippetInput): Setting => ({
  field: 'Headers: Idempotency-Key',
  value: `${stepId}-`,
  trigger: 'ID of the submission',
});

/** The time-out is Zapier's own: 30 s. */
export const zapier = (input: SnippetInput): Setting[] => [
  { field: 'App', value: 'Webhooks by Zapier' },
  { field: 'Action event', value: 'POST' },
  { field: 'URL', value: urlOf(input) },
  { field: 'Payload Type', value: 'json' },
  ...mapped('Data'),
  { field: 'Headers: X-API-Key', value: input.secret ?? placeholder },
  idempotency(input),
];

/** The labels of version 4 of the module. The key is a credential: a copied scenario does not hold it. */
export const make = (input: SnippetInput): Setting[] => [
  { field: 'Module', value: 'HTTP: Make a request' },
  { field: 'Authentication type', value: 'API key' },
  { field: 'Credentials: Key', value: input.secret ?? placeholder },
  { field: 'Credentials: API key placement', value: 'Header' },
  { field: 'Credentials: API key parameter name', value: 'X-API-Key' },
  { field: 'URL', value: urlOf(input) },
  { field: 'Method', value: 'POST' },
  idempotency(input),
  { field: 'Body content type', value: 'application/json' },
  { field: 'Body input method', value: 'Data structure' },
  ...mapped('Body content'),
  { field: 'Timeout', value: '10' },
  { field: 'Return error if HTTP request fails', value: 'Yes' },
];
