import { type Held, hold } from './hold.ts';
import { workersOf } from './processes.ts';
import { type Call, send } from './send.ts';
import { printedCall, type Started } from './start.ts';

export const two = { WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' };
/** For polls that wait for processes to start or end. */
export const patient = { timeout: 60_000 };
export const readyz: Call = { method: 'GET', path: '/readyz' };

/** How often a text stands in the output of a server. */
export const times = ({ said }: Started, text: string) => said.text.split(text).length - 1;

/** Once all serve: the port, a call that makes a lead, and the workers. */
export async function serving(server: Started) {
  const port = await server.port;
  return { port, call: printedCall(server.said.text), workers: workersOf(server.child.pid) };
}

/** Six requests under way. */
export const holdSome = (port: number, call: Call): Promise<Held[]> =>
  Promise.all(Array.from({ length: 6 }, () => hold(port, call)));

export const isRefused = (port: number) =>
  send(port, readyz).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
  );
