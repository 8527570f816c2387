import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ClientPackage {
  file: Uint8Array<ArrayBuffer>;
  /** SHA-512 as npm writes it. */
  integrity: string;
}

let built: ClientPackage | undefined;

/** The package of the client that `scripts/prepare.mjs` has built; absent where nothing is built. */
export function findClientPackage(): ClientPackage | undefined {
  if (built) return built;

  try {
    const file = new Uint8Array(readFileSync(join(process.cwd(), '.next/client.tgz')));
    built = { file, integrity: `sha512-${createHash('sha512').update(file).digest('base64')}` };
    return built;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Serves the client of this version. The address stays when an upgrade changes the file, so caches
 * ask whether it has.
 */
export function serveClientPackage(request: Request): Response {
  const found = findClientPackage();
  if (!found) {
    const text = 'The package of the client is made by a build: run npm start.\n';
    const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
    return new Response(text, { status: 404, headers });
  }

  const etag = `"${found.integrity}"`;
  const headers = { ETag: etag, 'Cache-Control': 'no-cache' };
  const isKnown = request.headers.get('if-none-match')?.includes(etag) === true;
  if (isKnown) return new Response(null, { status: 304, headers });

  return new Response(found.file, {
    headers: { ...headers, 'Content-Type': 'application/gzip' },
  });
}
