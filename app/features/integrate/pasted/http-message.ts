import { headerOf, headersOf, type PastedRequest } from './request.ts';

const requestLine = /^(GET|POST|PUT|PATCH|DELETE) (\S+)(?: HTTP\/[\d.]+)?\r?\n/;

export const isHttp = (text: string) => requestLine.test(text);

/** A request as inspectors show it: its line, its headers, an empty line, its body. */
export function readHttp(text: string): PastedRequest {
  const [line = '', method = '', target = ''] = requestLine.exec(text) ?? [];
  const [head = '', ...rest] = `\n${text.slice(line.length)}`.split(/\r?\n\r?\n/);
  const body = rest.join('\n\n');
  const headers = headersOf(head.split(/\r?\n/).filter(Boolean).map(headerOf));
  const host = headers.get('host') ?? '';
  return {
    method,
    url: target.startsWith('/') ? host + target : target,
    headers,
    ...(body.trim() !== '' && { body: { text: body } }),
  };
}
