import { maxFormFields } from '../../limits.ts';
import { byteText, type MarkedBytes, readByteText } from './decode-text.ts';
import { type FormField, formObject } from './form-fields.ts';
import { Unreadable } from './unreadable.ts';

/**
 * Reads `multipart/form-data`. The parser of Node refuses bare line feeds, a missing last boundary, text
 * before the first one and names without quotes, and knows UTF-8 only.
 */

const boundaryParameter = /;\s?boundary=(?:"([^"]+)"|([^\s;"]+))/i;
const nameParameter = /;\s?name=(?:"([^"]*)"|([^\s;"]+))/i;
const fileParameter = /;\s?filename\*?=(?:"([^"]*)"|([^\s;"]*))/i;

/** The boundary that the type names, or that of the first line when the body has another one. */
function boundaryOf(contentType: string, text: string): string | undefined {
  const [, quoted, bare] = boundaryParameter.exec(contentType) ?? [];
  const named = quoted ?? bare;
  if (named !== undefined && text.includes(`--${named}`)) return named;
  return /^--([^\s]{1,100})\r?\n/.exec(text)?.[1];
}

interface Part {
  head: string;
  content: string;
}

/** A part behind its boundary; `undefined` for what is none, as after the last boundary. */
function partOf(text: string): Part | undefined {
  const [, line = ''] = /^([^\n]*)\n/.exec(text) ?? [];
  if (line.trim() !== '') return undefined;

  const lines = text.slice(text.indexOf('\n') + 1);
  const end = /\r?\n\r?\n/.exec(lines);
  if (!end) return undefined;
  const content = lines.slice(end.index + end[0].length);
  return { head: lines.slice(0, end.index), content: content.replace(/\r$/, '') };
}

/** A browser escapes these in names. */
const unescapeName = (name: string) =>
  name.replace(/%(?:22|0D|0A)/gi, (escaped) => decodeURIComponent(escaped));

/** @throws Unreadable */
export function readMultipart(
  { bytes, charset }: MarkedBytes,
  contentType: string,
): { body: object; files: string[] } {
  // The line end before a last boundary that is missing.
  const text = byteText(bytes).replace(/\r?\n$/, '');
  const boundary = boundaryOf(contentType, text.trimStart());
  if (boundary === undefined) throw new Unreadable('has no boundary between its parts');

  const fields: FormField[] = [];
  const files = new Set<string>();
  for (const part of `\n${text}`
    .split(`\n--${boundary}`, maxFormFields + 1)
    .slice(1)
    .map(partOf)) {
    if (!part) continue;
    const [, quoted, bare] = nameParameter.exec(part.head) ?? [];
    const name = unescapeName(readByteText(quoted ?? bare ?? '', charset));
    const file = fileParameter.exec(part.head);
    if (!file) fields.push([name, readByteText(part.content, charset)]);
    else if ((file[1] ?? file[2]) !== '') files.add(name);
  }
  return { body: formObject(fields), files: [...files] };
}
