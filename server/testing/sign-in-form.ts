import { type Answer, send } from './http-client.ts';

interface Form {
  port: number;
  host: string;
  headers?: Record<string, string>;
}

/** The cookies that an answer sets, as a browser sends them. */
export const cookiesOf = ({ headers }: Pick<Answer, 'headers'>) =>
  [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';', 1)[0] ?? '');

/** The session that an answer begins. */
export const sessionOf = (answer: Answer) =>
  cookiesOf(answer).find((cookie) => cookie.startsWith('leadgate.session='));

/**
 * Opens a form of next-auth once; the result submits it, any number of times.
 *
 * @param headers also sent, such as a cookie
 */
export async function openForm(
  action: 'callback/credentials' | 'signout',
  { port, host, headers = {} }: Form,
) {
  const form = await send(port, { method: 'GET', path: '/api/auth/csrf', headers: { host } });
  const csrfToken = String(Reflect.get(Object(form.json), 'csrfToken'));
  const cookies = [...cookiesOf(form), ...(headers.cookie ? [headers.cookie] : [])];
  const sent = {
    host,
    ...headers,
    cookie: cookies.join('; '),
    'content-type': 'application/x-www-form-urlencoded',
  };

  return (fields: [string, string][]) =>
    send(port, {
      path: `/api/auth/${action}`,
      headers: sent,
      body: new URLSearchParams([...fields, ['csrfToken', csrfToken], ['json', 'true']]).toString(),
    });
}
