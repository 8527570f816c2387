import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports of outgoing connections, so that none takes it meanwhile. */
export function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000);
  const server = createServer();
  return new Promise((resolve) => {
    server.on('error', () => resolve(freePort()));
    server.listen(port, () => server.close(() => resolve(port)));
  });
}
