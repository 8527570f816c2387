import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PresetName } from '#db/values/inbound-addresses.ts';

/** The body of a request to an inbound address, and the type that its sender gives. */
export interface SentBody {
  bytes: Uint8Array;
  type: string;
}

/** @param path of a file whose form `server/testing/sender-files.ts` describes */
export function readRequest(path: string): SentBody {
  // Every byte is one character of Latin-1.
  const text = readFileSync(path, 'latin1');
  const start = text.indexOf('\n\n');
  const body = text.slice(start + 2, text.indexOf('\n\n### '));
  const type = /^content-type: (.*)$/im.exec(text.slice(0, start))?.[1] ?? '';
  return { bytes: Buffer.from(body, 'latin1'), type };
}

const folder = join(process.cwd(), 'server/public-api/inbound/examples');

/** What the tool of a preset sends, as its vendor documents it. Tests send each. */
export const exampleOf = (preset: PresetName): SentBody =>
  readRequest(join(folder, `${preset}.http`));
