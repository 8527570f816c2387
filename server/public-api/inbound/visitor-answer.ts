import { escapeHtml, htmlPage } from '../../html-page.ts';
import type { PublicResponse } from '../response.ts';

/**
 * The answer to a browser that has posted a form: a person reads it.
 *
 * @param next where the visitor goes after a success; `undefined`: a page of ours
 */
export function visitorAnswer(
  { status, headers, body }: PublicResponse,
  next: string | undefined,
): PublicResponse {
  const isDone = status < 400;
  if (isDone && next !== undefined) {
    return { status: 303, headers: { ...headers, location: next }, body };
  }

  const { error = '' }: { error?: string } = JSON.parse(body);
  const page = isDone
    ? { title: 'Thank you', heading: 'Thank you', content: '<p>We have received your message.</p>' }
    : {
        title: 'Not sent',
        heading: 'Your message was not sent',
        content: `<p>Go back and try again in a moment.</p><p>${escapeHtml(error)}</p>`,
      };
  const { body: html, headers: own } = htmlPage(page);
  return { status, headers: { ...headers, ...own }, body: html };
}
