import type { Server } from 'node:http';
import type { Settings } from '../env.ts';
import { SettingsError } from '../env.ts';
import { listenBacklog, nextPorts } from '../limits.ts';

function tryListen(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: listenBacklog }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? error.code : undefined;

function refused(error: unknown, port: number): unknown {
  if (codeOf(error) === 'EADDRINUSE')
    return new SettingsError(`Port ${port} is taken: give another PORT`);
  if (codeOf(error) === 'EACCES')
    return new SettingsError(`Port ${port} needs more rights: give a PORT above 1023`);
  if (codeOf(error) === 'EADDRNOTAVAIL')
    return new SettingsError('HOST is not an address of this machine');
  return error;
}

/**
 * Listens on `PORT`, or on the next free port after 3000 when none is given.
 *
 * @returns the port
 * @throws SettingsError when the port cannot be used
 */
export async function listen(server: Server, settings: Settings): Promise<number> {
  const last = settings.portIsGiven ? settings.port : settings.port + nextPorts;
  for (let port = settings.port; ; port += 1) {
    try {
      await tryListen(server, port, settings.host);
      const address = server.address();
      return typeof address === 'object' && address ? address.port : port;
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE' || port >= last) throw refused(error, port);
    }
  }
}
