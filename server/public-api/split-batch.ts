const code = (character: string) => character.charCodeAt(0);
const [quote, backslash, comma, colon] = [code('"'), code('\\'), code(','), code(':')];
const [openBrace, closeBrace, openBracket, closeBracket] = '{}[]'.split('').map(code);

const isBlank = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const opens = (byte: number | undefined) => byte === openBrace || byte === openBracket;
const closes = (byte: number | undefined) => byte === closeBrace || byte === closeBracket;

/** Reads valid JSON in UTF-8 value by value: all that has a meaning there is ASCII. */
class Scanner {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#at = bytes.indexOf(openBrace ?? 0);
  }

  /** Goes behind blanks, and behind the byte if that follows. */
  take(byte: number | undefined): boolean {
    while (isBlank(this.#bytes[this.#at])) this.#at += 1;
    if (this.#bytes[this.#at] !== byte) return false;

    this.#at += 1;
    return true;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** The next value, as it is written. */
  value(): Uint8Array {
    while (isBlank(this.#bytes[this.#at])) this.#at += 1;
    const start = this.#at;
    let depth = 0;
    do {
      const byte = this.#bytes[this.#at];
      if (byte === quote) this.#skipString();
      else if (opens(byte) || closes(byte)) {
        depth += opens(byte) ? 1 : -1;
        this.#at += 1;
      } else this.#skipOthers();
    } while (depth > 0 && !this.isAtEnd);
    return this.#bytes.subarray(start, this.#at);
  }

  #skipString(): void {
    this.#at += 1;
    while (!this.isAtEnd && this.#bytes[this.#at] !== quote) {
      this.#at += this.#bytes[this.#at] === backslash ? 2 : 1;
    }
    this.#at += 1;
  }

  /** A number or a word; within an object or a list also blanks and what is between values. */
  #skipOthers(): void {
    const first = this.#at;
    const isSeparator = (byte: number | undefined) =>
      byte === comma || byte === colon || isBlank(byte);
    while (!this.isAtEnd) {
      const byte = this.#bytes[this.#at];
      if (byte === quote || opens(byte) || closes(byte)) return;
      if (isSeparator(byte)) {
        if (this.#at === first) this.#at += 1;
        return;
      }
      this.#at += 1;
    }
  }
}

/** Whether the name of a member, as it is written, is `leads`. */
const isLeads = (name: Uint8Array) => JSON.parse(Buffer.from(name).toString()) === 'leads';

function splitList(scanner: Scanner): Uint8Array[] {
  const items: Uint8Array[] = [];
  while (!scanner.isAtEnd && !scanner.take(closeBracket)) {
    items.push(scanner.value());
    scanner.take(comma);
  }
  return items;
}

/**
 * The leads of a batch as they were sent, byte for byte. The last of several lists counts, as for
 * `JSON.parse`.
 *
 * @param body a JSON object that has the list `leads`
 */
export function splitBatch(body: Uint8Array): Uint8Array[] {
  const scanner = new Scanner(body);
  let leads: Uint8Array[] = [];
  scanner.take(openBrace);
  while (!scanner.isAtEnd && !scanner.take(closeBrace)) {
    const name = scanner.value();
    scanner.take(colon);
    if (isLeads(name) && scanner.take(openBracket)) leads = splitList(scanner);
    else scanner.value();
    scanner.take(comma);
  }
  return leads;
}
