import type { Server } from 'node:http';
import type { Settings } from '../env.ts';
import { SettingsError } from '../env.ts';

const attempts = 50;
/**
 * Connections that may wait to be taken up. One too many is dropped without a word, and its caller
 * tries again after one second, three, seven and fifteen. The kernel may allow fewer.
 */
const backlog = 4_096;

function tryListen(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog }, () => {
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
 * Listens on `PORT`; on the next free one if that is taken and was not asked for.
 *
 * @returns the port
 * @throws SettingsError when there is none to be had
 */
export async function listen(server: Server, settings: Settings): Promise<number> {
  const last = settings.portIsGiven ? settings.port : settings.port + attempts;
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
