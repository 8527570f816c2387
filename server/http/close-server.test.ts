import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { closable } from './close-server.ts';

const request = 'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';

/** Holds the process as the work for a request does, by the clock that the server reads. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

it('serves a connection that comes while the last requests hold the process', async () => {
  let late: Socket | undefined;
  const server = createServer((_, response) => {
    if (!late) {
      work(5);
      // The kernel has made the connection when this returns; the server accepts it a turn later.
      late = connect(port, '127.0.0.1');
      late.write(request);
    }
    response.end('served');
  });
  const { close } = closable(server, new WeakMap());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const first = connect(port, '127.0.0.1');
  await once(server, 'connection');
  // Of the turn that begins now, the last look would come after this request.
  await turn();
  first.write(request);

  expect(await close(2_000)).toBe(0);
  expect(await text(first)).toMatch(/served$/);
  expect(late && (await text(late))).toMatch(/served$/);
});
