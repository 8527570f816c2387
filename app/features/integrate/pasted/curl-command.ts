import { headerOf, headersOf, type PastedBody, type PastedRequest } from './request.ts';
import { shellWords } from './shell-words.ts';

/** Options of curl that take a value. */
const valued = new Set(
  `abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout
  connect-to cookie cookie-jar data data-ascii data-binary data-raw data-urlencode dns-servers
  dump-header expect100-timeout form form-string header interface json keepalive-time key key-type
  limit-rate local-port max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output
  output-dir parallel-max pass pinnedpubkey proto proto-default proxy proxy-header proxy-user range
  rate referer request request-target resolve retry retry-delay retry-max-time speed-limit speed-time
  stderr time-cond tls-max tls13-ciphers trace trace-ascii unix-socket upload-file url url-query user
  user-agent variable write-out`.split(/\s+/),
);
const shortNames: Record<string, string> = {
  ...{ d: 'data', F: 'form', G: 'get', H: 'header', I: 'head', T: 'upload-file', X: 'request' },
  ...{ A: 'user-agent', b: 'cookie', c: 'cookie-jar', C: 'continue-at', D: 'dump-header' },
  ...{ e: 'referer', E: 'cert', K: 'config', m: 'max-time', o: 'output', r: 'range' },
  ...{ u: 'user', U: 'proxy-user', w: 'write-out', x: 'proxy', Y: 'speed-limit' },
  ...{ y: 'speed-time', z: 'time-cond' },
};
/** They end the command; what follows is another one. */
const operators = new Set(['|', '||', '&&', ';', '&', '>', '>>', '2>&1']);

type Option = [name: string, value: string];

/** Options and addresses in their order; an address is the option `url`. */
function readOptions(words: readonly string[]): Option[] {
  const options: Option[] = [];
  const rest = words.values();
  const add = (name: string, attached?: string) =>
    options.push([name, valued.has(name) ? (attached ?? rest.next().value ?? '') : '']);
  for (const word of rest) {
    if (operators.has(word)) break;
    if (word.startsWith('--')) add(word.slice(2));
    else if (/^-./.test(word)) addShort(word.slice(1), add);
    else options.push(['url', word]);
  }
  return options;
}

/** `-sXPOST`: several in one word, the last with its value. */
function addShort(letters: string, add: (name: string, attached?: string) => void): void {
  for (const [index, letter] of [...letters].entries()) {
    const name = shortNames[letter] ?? letter;
    add(name, letters.slice(index + 1) || undefined);
    if (valued.has(name)) return;
  }
}

interface Data {
  text: string;
  /** A file instead. */
  file?: string | undefined;
}

const isData = (name: string) => name === 'json' || /^data(?:-|$)/.test(name);

/** What `--data-urlencode` sends: `name=value`, `=value`, `value`. */
function encoded(value: string): string {
  const end = value.indexOf('=');
  const name = value.slice(0, Math.max(end, 0));
  return `${name}${name && '='}${encodeURIComponent(value.slice(end + 1))}`;
}

function dataOf([name, value]: Option): Data {
  if (name === 'data-urlencode') {
    const [, file] = /^[^=@]*@(.+)/.exec(value) ?? [];
    return { text: encoded(value), file };
  }
  const isFile = name !== 'data-raw' && value.startsWith('@');
  return { text: value, file: isFile ? value.slice(1) : undefined };
}

function formOf(options: readonly Option[]): PastedBody {
  const parts: [string, string][] = [];
  const files: string[] = [];
  for (const [option, sent] of options) {
    const [name, value] = headOf(sent, '=');
    if (option === 'form' && /^[@<]/.test(value)) files.push(value.slice(1));
    else parts.push([name, value]);
  }
  return { parts, files };
}

function headOf(text: string, sign: string): [before: string, behind: string] {
  const end = text.indexOf(sign);
  return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
}

const nameOfFile = (file: string) => (file === '-' ? 'another command' : file);

function bodyOf(options: readonly Option[]): PastedBody | undefined {
  const forms = options.filter(([name]) => name === 'form' || name === 'form-string');
  if (forms.length > 0) return formOf(forms);

  const [, upload] = options.find(([name]) => name === 'upload-file') ?? [];
  const data = options.filter(([name]) => isData(name)).map(dataOf);
  const file = upload ?? data.find((each) => each.file !== undefined)?.file;
  if (file !== undefined) return { elsewhere: nameOfFile(file) };
  if (data.length === 0) return undefined;
  const isJson = options.some(([name]) => name === 'json');
  return { text: data.map(({ text }) => text).join(isJson ? '' : '&') };
}

const typeOf = (options: readonly Option[], body: PastedBody | undefined) => {
  if (options.some(([name]) => name === 'json')) return 'application/json';
  if (body && 'parts' in body) return 'multipart/form-data';
  return body && 'text' in body ? 'application/x-www-form-urlencoded' : undefined;
};

export const isCurl = (text: string) => /^\s*(?:[$>%#]\s+)?curl(?:\.exe)?\s/i.test(text);

/**
 * The request of a curl command.
 *
 * @throws UnclosedQuoteError
 */
export function readCurl(command: string): PastedRequest {
  const words = shellWords(command);
  const options = readOptions(
    words.slice(words.findIndex((word) => /^curl(?:\.exe)?$/i.test(word)) + 1),
  );
  const last = (name: string) => options.findLast(([option]) => option === name)?.[1];
  const isInAddress = last('get') !== undefined;
  const body = isInAddress ? undefined : bodyOf(options);
  const headers = headersOf(
    options.filter(([name]) => name === 'header').map(([, line]) => headerOf(line)),
  );
  const type = typeOf(options, body);
  if (type && !headers.has('content-type')) headers.set('content-type', type);
  const usual = last('upload-file') === undefined ? 'POST' : 'PUT';
  return {
    method: last('request') ?? (body ? usual : 'GET'),
    url: last('url') ?? '',
    headers,
    body,
  };
}
