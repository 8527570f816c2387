import type { ServerResponse } from 'node:http';
import { type HtmlPage, htmlPage } from '../html-page.ts';
import { commonHeaders } from './security-headers.ts';

/** Answers with a page of the web server itself, for when Next cannot render one. */
export function sendHtml(
  response: ServerResponse,
  status: number,
  page: HtmlPage,
  headers: Record<string, string> = {},
): void {
  const { body, headers: own } = htmlPage(page);
  response.writeHead(status, { ...headers, ...commonHeaders, ...own });
  response.end(body);
}
