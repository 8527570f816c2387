/** The lead that every snippet sends. ASCII without `'` and `%`, so that no shell changes it. */
const body = '{"name": "Ada Lovelace", "phones": ["+44 20 7946 0958"]}';
const placeholder = 'YOUR_API_KEY';

export interface SnippetInput {
  /** With scheme and `/api`. */
  baseUrl: string;
  stepId: string;
  /** Absent: the code reads it from `LEADGATE_KEY`, and a form shows a placeholder. */
  secret?: string | undefined;
}

export const snippetIds = [
  'curl',
  'powershell',
  'cmd',
  'javascript',
  'python',
  'php',
  'n8n',
  'zapier',
] as const;
export type SnippetId = (typeof snippetIds)[number];

export interface Snippet {
  id: SnippetId;
  /** The text of the tab. */
  label: string;
  /** Names the code: "curl command". */
  title: string;
  /** What to do with it. */
  hint: string;
  /** To run or to import. */
  code?: string;
  /** To paste into a form, in its order. */
  settings?: { field: string; value: string }[];
}

const urlOf = ({ baseUrl, stepId }: SnippetInput) => `${baseUrl}/leads/public/${stepId}`;

const curl = (input: SnippetInput) =>
  [
    `curl '${urlOf(input)}' \\`,
    /* Double quotes let the shell insert the variable. */
    input.secret ? `  -H 'X-API-Key: ${input.secret}' \\` : '  -H "X-API-Key: $LEADGATE_KEY" \\',
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n');

/** Not `curl.exe`: Windows PowerShell removes the quotes inside its arguments. */
const powershell = (input: SnippetInput) =>
  [
    `Invoke-RestMethod -Method Post -Uri '${urlOf(input)}' \``,
    `  -Headers @{ 'X-API-Key' = ${input.secret ? `'${input.secret}'` : '$env:LEADGATE_KEY'} } \``,
    `  -ContentType 'application/json; charset=utf-8' \``,
    `  -Body '${body}'`,
  ].join('\n');

const cmd = (input: SnippetInput) =>
  [
    `curl "${urlOf(input)}" ^`,
    `  -H "X-API-Key: ${input.secret ?? '%LEADGATE_KEY%'}" ^`,
    `  -H "Content-Type: application/json" ^`,
    `  -d "${body.replaceAll('"', '\\"')}"`,
  ].join('\n');

const javascript = (input: SnippetInput) => `const response = await fetch('${urlOf(input)}', {
  method: 'POST',
  headers: {
    'X-API-Key': ${input.secret ? `'${input.secret}'` : 'process.env.LEADGATE_KEY'},
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    name: 'Ada Lovelace',
    phones: ['+44 20 7946 0958'],
  }),
});
console.log(response.status, await response.json());`;

const python = (input: SnippetInput) => `import json
${input.secret ? '' : 'import os\n'}import urllib.request

request = urllib.request.Request(
    "${urlOf(input)}",
    method="POST",
    headers={
        "X-API-Key": ${input.secret ? `"${input.secret}"` : 'os.environ["LEADGATE_KEY"]'},
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "name": "Ada Lovelace",
        "phones": ["+44 20 7946 0958"],
    }).encode(),
)
with urllib.request.urlopen(request, timeout=10) as response:
    print(response.status, response.read().decode())`;

const php = (input: SnippetInput) => `<?php
$request = curl_init('${urlOf(input)}');
curl_setopt_array($request, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 10,
    CURLOPT_HTTPHEADER => [
        'X-API-Key: ${input.secret ? `${input.secret}'` : "' . getenv('LEADGATE_KEY')"},
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode([
        'name' => 'Ada Lovelace',
        'phones' => ['+44 20 7946 0958'],
    ]),
]);
$body = curl_exec($request);
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $body, PHP_EOL;`;

/** What n8n puts on the clipboard for an HTTP Request node. */
const n8n = (input: SnippetInput) =>
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
const zapier = (input: SnippetInput) => [
  { field: 'App', value: 'Webhooks by Zapier' },
  { field: 'Action event', value: 'Custom Request' },
  { field: 'Method', value: 'POST' },
  { field: 'URL', value: urlOf(input) },
  { field: 'Data', value: body },
  { field: 'Headers: Content-Type', value: 'application/json' },
  { field: 'Headers: X-API-Key', value: input.secret ?? placeholder },
];

/** Creates one lead in the step, in every language and tool that the panel explains. */
export function makeSnippets(input: SnippetInput): Snippet[] {
  const { secret } = input;
  const variable = (set: string) =>
    secret ? '' : ` It reads the key from the variable LEADGATE_KEY${set && `: ${set}`}.`;
  const replaceKey = secret ? '' : ` Replace ${placeholder} by an API key.`;
  const server = 'Run it on a server: in a browser, visitors could read the key.';

  return [
    {
      id: 'curl',
      label: 'curl',
      title: 'curl command',
      hint: `For a terminal on Linux and macOS.${variable('export LEADGATE_KEY=…')}`,
      code: curl(input),
    },
    {
      id: 'powershell',
      label: 'PowerShell',
      title: 'PowerShell command',
      hint: `For PowerShell on Windows.${variable("$env:LEADGATE_KEY = '…'")}`,
      code: powershell(input),
    },
    {
      id: 'cmd',
      label: 'cmd',
      title: 'cmd command',
      hint: `For the Command Prompt of Windows.${variable('set LEADGATE_KEY=…')}`,
      code: cmd(input),
    },
    {
      id: 'javascript',
      label: 'JavaScript',
      title: 'JavaScript code',
      hint: `For Node.js 20 or newer, in a file lead.mjs: node lead.mjs. ${server}${variable('')}`,
      code: javascript(input),
    },
    {
      id: 'python',
      label: 'Python',
      title: 'Python code',
      hint: `For Python 3, without packages.${variable('')}`,
      code: python(input),
    },
    {
      id: 'php',
      label: 'PHP',
      title: 'PHP code',
      hint: `For PHP with its curl extension.${variable('')}`,
      code: php(input),
    },
    {
      id: 'n8n',
      label: 'n8n',
      title: 'n8n node',
      hint: `Copy the node, click into the canvas of your workflow, and press Ctrl+V. Connect it to your trigger, then drag fields of the trigger over the example values.${replaceKey}`,
      code: n8n(input),
    },
    {
      id: 'zapier',
      label: 'Zapier',
      title: 'Zapier settings',
      hint: `Add an action to your Zap and enter these values. In “Data”, replace the example values by fields of your trigger.${replaceKey}`,
      settings: zapier(input),
    },
  ];
}
