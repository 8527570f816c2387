import type { SnippetInput } from './languages.ts';
import * as languages from './languages.ts';
import * as tools from './tools.ts';

export { curl, urlOf } from './languages.ts';
export type { SnippetInput };

/** Tools come first: who looks for one of them may not know the languages. */
export const snippetIds = [
  'n8n',
  'zapier',
  'make',
  'curl',
  'powershell',
  'cmd',
  'javascript',
  'python',
  'php',
  'go',
  'java',
  'ruby',
] as const;
export type SnippetId = (typeof snippetIds)[number];

export interface Snippet {
  id: SnippetId;
  /** The text of the tab. */
  label: string;
  /** What to do with it. */
  hint: string;
  /** To run or to import; the title names it: "curl command". */
  code?: { title: string; text: string };
  /** To enter into a form, in its order. */
  settings?: tools.Setting[];
}

export type { Setting } from './tools.ts';

/** How to create a lead in the step with every tool and language, for the panel and the documentation. */
export function makeSnippets(input: SnippetInput): Snippet[] {
  const { secret } = input;
  const variable = (set: string) =>
    secret ? '' : ` It reads the key from the variable LEADGATE_KEY${set && `: ${set}`}.`;
  const replaceKey = secret ? '' : ` Replace ${tools.placeholder} by an API key.`;
  const retries = ' It sends again after failures that pass, with the same Idempotency-Key.';
  const sameKey = ' If you send the lead again, send the same Idempotency-Key.';
  const server = 'Run it on a server: in a browser, visitors could read the key.';

  const mapping = 'For a value from your trigger, choose its field there.';

  return [
    {
      id: 'n8n',
      label: 'n8n',
      hint: `Copy the node, click into the canvas of your workflow, press Ctrl+V, and connect it to your trigger. It reads the fields of a Webhook node: for another trigger, change what follows $json in its JSON. Then choose a credential in the node, and create it with the values below.${replaceKey}`,
      code: { title: 'n8n node', text: tools.n8n(input) },
      settings: tools.n8nCredential(input),
    },
    {
      id: 'zapier',
      label: 'Zapier',
      hint: `Add an action to your Zap and enter these values. ${mapping}${replaceKey}`,
      settings: tools.zapier(input),
    },
    {
      id: 'make',
      label: 'Make',
      hint: `Add the module to your scenario and enter these values. The data structure has the fields of “Body content”, all of them text. ${mapping}${replaceKey}`,
      settings: tools.make(input),
    },
    {
      id: 'curl',
      label: 'curl',
      hint: `For a terminal on Linux and macOS.${retries}${variable('export LEADGATE_KEY=…')}`,
      code: { title: 'curl command', text: languages.curl(input) },
    },
    {
      id: 'powershell',
      label: 'PowerShell',
      hint: `For PowerShell on Windows.${sameKey}${variable("$env:LEADGATE_KEY = '…'")}`,
      code: { title: 'PowerShell command', text: languages.powershell(input) },
    },
    {
      id: 'cmd',
      label: 'cmd',
      hint: `For the Command Prompt of Windows.${retries}${variable('set LEADGATE_KEY=…')}`,
      code: { title: 'cmd command', text: languages.cmd(input) },
    },
    {
      id: 'javascript',
      label: 'JavaScript',
      hint: `For Node.js 20 or newer, in a file lead.mjs: node lead.mjs. ${server}${sameKey}${variable('')}`,
      code: { title: 'JavaScript code', text: languages.javascript(input) },
    },
    {
      id: 'python',
      label: 'Python',
      hint: `For Python 3, without packages.${sameKey}${variable('')}`,
      code: { title: 'Python code', text: languages.python(input) },
    },
    {
      id: 'php',
      label: 'PHP',
      hint: `For PHP with its curl extension.${sameKey}${variable('')}`,
      code: { title: 'PHP code', text: languages.php(input) },
    },
    {
      id: 'go',
      label: 'Go',
      hint: `For Go 1.18 or newer, in a file lead.go: go run lead.go.${sameKey}${variable('')}`,
      code: { title: 'Go code', text: languages.go(input) },
    },
    {
      id: 'java',
      label: 'Java',
      hint: `For Java 17 or newer, in a file CreateLead.java: java CreateLead.java.${sameKey}${variable('')}`,
      code: { title: 'Java code', text: languages.java(input) },
    },
    {
      id: 'ruby',
      label: 'Ruby',
      hint: `For Ruby 3, without gems.${sameKey}${variable('')}`,
      code: { title: 'Ruby code', text: languages.ruby(input) },
    },
  ];
}
