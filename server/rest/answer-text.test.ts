import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it, vi } from 'vitest';
import { answerText } from './answer-text.ts';
import { complete, failure, success } from './envelope.ts';

const server = createServer({ keepAliveTimeout: 75_000, keepAliveTimeoutBuffer: 0 });
afterAll(() => {
  vi.useRealTimers();
  server.close();
  server.closeAllConnections();
});

it.each([
  ['a lead', complete(success(201, '{"id":"1"}', 'Lead created'), 'request-1'), 75],
  ['letters beyond ASCII', complete(success(201, '{"name":"Zoë 🙂"}', 'é'), 'r'), 75],
  ['a refusal', complete(failure(503, 'Busy', { 'retry-after': '1' }), 'r'), 75],
  ['the last answer', complete(failure(400, 'Malformed'), 'r'), 0],
])('writes %s as node:http does', async (_, answer, keepAlive) => {
  server.removeAllListeners('request').once('request', ({ socket }, response) => {
    response.shouldKeepAlive = keepAlive > 0;
    response.writeHead(answer.status, answer.headers).end(answer.body, () => socket.end());
  });
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');

  const byNode = await text(socket);
  const date = /^Date: (.*)\r$/m.exec(byNode)?.[1] ?? '';
  const ours = answerText(answer, keepAlive).replace(/^Date: .*\r$/m, `Date: ${date}\r`);
  expect(ours).toBe(byNode);
});

it('tells the date of now, to the second', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:02.300Z') });
  vi.resetModules();
  const fresh = await import('./answer-text.ts');
  const dateOf = () => /^Date: (.*)\r$/m.exec(fresh.answerText(failure(400, ''), 0))?.[1];

  expect(dateOf()).toBe('Sun, 01 Mar 2026 12:00:02 GMT');
  vi.advanceTimersByTime(699);
  expect(dateOf()).toBe('Sun, 01 Mar 2026 12:00:02 GMT');
  vi.advanceTimersByTime(1);
  expect(dateOf()).toBe('Sun, 01 Mar 2026 12:00:03 GMT');
});
