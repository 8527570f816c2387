import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { leadRequest, runLoad } from './load.ts';

const load = { connections: 4, warmUp: 0, count: 200 };

/** Answers every 50th request by `fault`, the others with 201. */
async function runLoadOn(fault: RequestListener) {
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    request.resume();
    if (received % 50 === 0) fault(request, response);
    else response.writeHead(201).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port');

  try {
    return await runLoad(leadRequest(`http://127.0.0.1:${address.port}`, 'step', 'secret'), load);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('reports rate and latencies when every answer is a 201', async () => {
  const result = await runLoadOn((_, response) => response.writeHead(201).end('{}'));

  expect(result.answers).toBe(load.count);
  expect(result.requestsPerSecond).toBeGreaterThan(0);
  expect(result.p50).toBeLessThanOrEqual(result.p99);
});

test.each<[string, RequestListener, string]>([
  ['is a 200', (_, response) => response.writeHead(200).end('{}'), 'the status 200'],
  ['is a 503', (_, response) => response.writeHead(503).end('{}'), 'the status 503'],
  ['is missing on a closed connection', ({ socket }) => socket.end(), 'no answer'],
  ['is missing on a reset connection', ({ socket }) => socket.resetAndDestroy(), 'ECONNRESET'],
])('fails when one answer %s', async (_, fault, reason) => {
  await expect(runLoadOn(fault)).rejects.toThrow(reason);
});
