import { headersOf, type PastedRequest } from './request.ts';
import { powershellWords } from './shell-words.ts';

const commandName = /\bInvoke-(?:RestMethod|WebRequest)\s/i;

export const isPowerShell = (text: string) => commandName.test(text);

const unquoted = (text: string) => text.trim().replace(/^["']|["']$/g, '');

/** The entries of `@{ 'X-API-Key' = '…' }`. */
const entriesOf = (table: string) =>
  table
    .replace(/^@\{|\}$/g, '')
    .split(/[;\n]/)
    .map((entry) => entry.split('=', 2))
    .map(([name = '', value = '']) => [unquoted(name), unquoted(value)] as const);

/**
 * The request of `Invoke-RestMethod` or `Invoke-WebRequest`.
 *
 * @throws UnclosedQuoteError
 */
export function readPowerShell(text: string): PastedRequest {
  const [, ...words] = powershellWords(text.slice(text.search(commandName)));
  const argument = (name: string) => {
    const index = words.findIndex((word) => word.toLowerCase() === `-${name}`);
    return index === -1 ? undefined : words[index + 1];
  };
  const headers = headersOf(entriesOf(argument('headers') ?? ''));
  const type = argument('contenttype');
  if (type) headers.set('content-type', type);
  const body = argument('body');
  const isVariable = body !== undefined && /^\$\w+$/.test(body);
  const [first = ''] = words;
  return {
    method: argument('method') ?? 'GET',
    url: argument('uri') ?? (first.startsWith('-') ? '' : first),
    headers,
    ...(body !== undefined && { body: isVariable ? { elsewhere: body } : { text: body } }),
  };
}
