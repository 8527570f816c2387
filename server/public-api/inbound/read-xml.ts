import { maxJsonDepth } from '../../limits.ts';
import { byteText, decodeText, type MarkedBytes } from './decode-text.ts';
import { tooDeep, Unreadable } from './unreadable.ts';

/**
 * Reads XML that has a field in each element, as Unbounce sends it: `<form_data><name>…</name></form_data>`.
 * Attributes, comments and document types are passed over; entities of a document type stay as they are.
 */

interface Element {
  name: string;
  text: string;
  fields: Map<string, unknown[]>;
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function characterOf(digits: string, radix: number): string {
  const point = Number.parseInt(digits, radix);
  return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
}

const withoutEntities = (text: string) =>
  text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (_, hex?: string, decimal?: string, name = '') =>
      (hex && characterOf(hex, 16)) ||
      (decimal && characterOf(decimal, 10)) ||
      (namedEntities[name.toLowerCase()] ?? ''),
  );

/** The end of what begins at a place, behind its last sign. */
function endOf(xml: string, sign: string, from: number): number {
  const end = xml.indexOf(sign, from);
  if (end < 0)
    throw new Unreadable(`is XML without the end of what begins at character ${from + 1}`);
  return end + sign.length;
}

/** A document type may have declarations between brackets. */
function endOfDeclaration(xml: string, from: number): number {
  const end = endOf(xml, '>', from);
  const bracket = xml.slice(from, end).indexOf('[');
  return bracket < 0 ? end : endOf(xml, '>', endOf(xml, ']', from));
}

/** A `>` in the value of an attribute does not end the tag. */
function endOfTag(xml: string, from: number): number {
  const signs = /["'>]/g;
  signs.lastIndex = from;
  for (;;) {
    const found = signs.exec(xml);
    if (!found) return endOf(xml, '>', xml.length);
    if (found[0] === '>') return signs.lastIndex;
    signs.lastIndex = endOf(xml, found[0], signs.lastIndex);
  }
}

/** Without the prefix of a namespace. */
const nameOf = (tag: string) => /^(?:[^\s:/>]+:)?([^\s:/>]+)/.exec(tag)?.[1];

const fieldsOrText = ({ fields, text }: Element): unknown =>
  fields.size === 0 ? text.trim() : objectOf(fields);

const objectOf = (fields: Element['fields']) =>
  Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );

/** The elements that are open, from the outside; the first one stands for the document. */
class OpenElements {
  readonly #open: Element[] = [{ name: '', text: '', fields: new Map() }];

  get #inner(): Element {
    // The document is never closed.
    return this.#open.at(-1) as Element;
  }

  addText(text: string): void {
    this.#inner.text += text;
  }

  open(name: string): void {
    if (this.#open.length > maxJsonDepth) throw tooDeep();
    this.#open.push({ name, text: '', fields: new Map() });
  }

  close(name: string): void {
    if (this.#open.length === 1 || this.#inner.name !== name) {
      throw new Unreadable(`is XML with an end of ${name.slice(0, 64)} that has no beginning`);
    }
    const element = this.#open.pop() as Element;
    const values = this.#inner.fields.get(name);
    if (values) values.push(fieldsOrText(element));
    else this.#inner.fields.set(name, [fieldsOrText(element)]);
  }

  /** What is in the outermost element. */
  get body(): object {
    const [root] = [...this.#inner.fields.values()].flat();
    if (this.#open.length > 1)
      throw new Unreadable(`is XML without the end of ${this.#inner.name.slice(0, 64)}`);
    if (typeof root !== 'object' || root === null) throw new Unreadable('is XML without fields');
    return root;
  }
}

/** @returns the end of the tag */
function readTag(xml: string, start: number, elements: OpenElements): number {
  const end = endOfTag(xml, start);
  const tag = xml.slice(start + 1, end - 1);
  const isEnd = tag.startsWith('/');
  const name = nameOf(isEnd ? tag.slice(1) : tag);
  if (name === undefined) throw new Unreadable(`is no XML at character ${start + 1}`);

  if (!isEnd) elements.open(name);
  if (isEnd || tag.endsWith('/')) elements.close(name);
  return end;
}

/** @returns the end of the markup at the place */
function readMarkup(xml: string, start: number, elements: OpenElements): number {
  if (xml.startsWith('<!--', start)) return endOf(xml, '-->', start);
  if (xml.startsWith('<?', start)) return endOf(xml, '?>', start);
  if (xml.startsWith('<![CDATA[', start)) {
    const end = endOf(xml, ']]>', start);
    elements.addText(xml.slice(start + '<![CDATA['.length, end - ']]>'.length));
    return end;
  }
  return xml.startsWith('<!', start) ? endOfDeclaration(xml, start) : readTag(xml, start, elements);
}

function readElements(xml: string): object {
  const elements = new OpenElements();
  let place = 0;
  while (place < xml.length) {
    const next = xml.indexOf('<', place);
    const start = next < 0 ? xml.length : next;
    elements.addText(withoutEntities(xml.slice(place, start)));
    place = start === xml.length ? start : readMarkup(xml, start, elements);
  }
  return elements.body;
}

/** In the first line. */
const declaredCharset = /\bencoding=["']([\w.:-]{1,40})["']/;

/** @throws Unreadable */
export function readXml({ bytes, charset }: MarkedBytes): object {
  const declared = declaredCharset.exec(byteText(bytes.subarray(0, 200)))?.[1];
  return readElements(decodeText(bytes, charset ?? declared).trim());
}
