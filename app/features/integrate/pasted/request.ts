/** A request that was pasted as a command or as HTTP. */
export interface PastedRequest {
  method: string;
  /** As it is written; empty when there is none. */
  url: string;
  /** By names in lower case. */
  headers: Map<string, string>;
  body?: PastedBody | undefined;
}

/** A form by parts may have files, whose contents are elsewhere. */
export type PastedBody =
  | { text: string }
  | { parts: [name: string, value: string][]; files: string[] }
  | { elsewhere: string };

export const headersOf = (pairs: readonly (readonly [name: string, value: string])[]) =>
  new Map(pairs.map(([name, value]) => [name.trim().toLowerCase(), value]));

/** A line `Name: value`. */
export function headerOf(line: string): [name: string, value: string] {
  const end = line.search(/[:;]/);
  return end === -1 ? [line, ''] : [line.slice(0, end), line.slice(end + 1).trim()];
}
