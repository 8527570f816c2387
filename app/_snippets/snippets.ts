import * as languages from './languages.ts';
import type { SnippetInput } from './lead.ts';
import * as tools from './tools.ts';

export type { SnippetInput };

export const snippetIds = [
  'curl',
  'powershell',
  'cmd',
  'javascript',
  'python',
  'php',
  'go',
  'java',
  'ruby',
  'n8n',
  'zapier',
  'make',
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

/** Creates one lead in the step, in every language and tool that the panel explains. */
export function makeSnippets(input: SnippetInput): Snippet[] {
  const { secret } = input;
  const variable = (set: string) =>
    secret ? '' : ` It reads the key from the variable LEADGATE_KEY${set && `: ${set}`}.`;
  const replaceKey = secret ? '' : ` Replace ${tools.placeholder} by an API key.`;
  const server = 'Run it on a server: in a browser, visitors could read the key.';

  return [
    {
      id: 'curl',
      label: 'curl',
      title: 'curl command',
      hint: `For a terminal on Linux and macOS.${variable('export LEADGATE_KEY=…')}`,
      code: languages.curl(input),
    },
    {
      id: 'powershell',
      label: 'PowerShell',
      title: 'PowerShell command',
      hint: `For PowerShell on Windows.${variable("$env:LEADGATE_KEY = '…'")}`,
      code: languages.powershell(input),
    },
    {
      id: 'cmd',
      label: 'cmd',
      title: 'cmd command',
      hint: `For the Command Prompt of Windows.${variable('set LEADGATE_KEY=…')}`,
      code: languages.cmd(input),
    },
    {
      id: 'javascript',
      label: 'JavaScript',
      title: 'JavaScript code',
      hint: `For Node.js 20 or newer, in a file lead.mjs: node lead.mjs. ${server}${variable('')}`,
      code: languages.javascript(input),
    },
    {
      id: 'python',
      label: 'Python',
      title: 'Python code',
      hint: `For Python 3, without packages.${variable('')}`,
      code: languages.python(input),
    },
    {
      id: 'php',
      label: 'PHP',
      title: 'PHP code',
      hint: `For PHP with its curl extension.${variable('')}`,
      code: languages.php(input),
    },
    {
      id: 'go',
      label: 'Go',
      title: 'Go code',
      hint: `For Go 1.18 or newer, in a file lead.go: go run lead.go.${variable('')}`,
      code: languages.go(input),
    },
    {
      id: 'java',
      label: 'Java',
      title: 'Java code',
      hint: `For Java 17 or newer, in a file CreateLead.java: java CreateLead.java.${variable('')}`,
      code: languages.java(input),
    },
    {
      id: 'ruby',
      label: 'Ruby',
      title: 'Ruby code',
      hint: `For Ruby 3, without gems.${variable('')}`,
      code: languages.ruby(input),
    },
    {
      id: 'n8n',
      label: 'n8n',
      title: 'n8n node',
      hint: `Copy the node, click into the canvas of your workflow, and press Ctrl+V. Connect it to your trigger, then drag fields of the trigger over the example values.${replaceKey}`,
      code: tools.n8n(input),
    },
    {
      id: 'zapier',
      label: 'Zapier',
      title: 'Zapier settings',
      hint: `Add an action to your Zap and enter these values. In “Data”, replace the example values by fields of your trigger.${replaceKey}`,
      settings: tools.zapier(input),
    },
    {
      id: 'make',
      label: 'Make',
      title: 'Make settings',
      hint: `Add the module to your scenario and enter these values. In “Body content”, replace the example values by values of your trigger.${replaceKey}`,
      settings: tools.make(input),
    },
  ];
}
