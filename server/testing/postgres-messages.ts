/**
 * Reads what a client sends to PostgreSQL, without encryption (protocol 3.0: a first message of
 * length, version and pairs of texts; after it a type byte, a length, and the content).
 */
export class ClientMessages {
  /** Of the first message; empty until it has come. */
  application = '';
  readonly #prepared = new Map<string, string>();
  #rest = Buffer.alloc(0);
  #hasStarted = false;

  /** @returns the statements that the bytes complete and that are to be executed */
  read(bytes: Buffer): string[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const statements: string[] = [];
    for (let message = this.#take(); message; message = this.#take()) {
      const statement = this.#statement(message.type, message.content);
      if (statement !== undefined) statements.push(statement);
    }
    return statements;
  }

  #take(): { type: string; content: Buffer } | undefined {
    const start = this.#hasStarted ? 1 : 0;
    if (this.#rest.length < start + 4) return undefined;
    const end = start + this.#rest.readUInt32BE(start);
    if (this.#rest.length < end) return undefined;

    const type = this.#hasStarted ? this.#rest.toString('latin1', 0, 1) : 'start';
    const content = this.#rest.subarray(start + 4, end);
    this.#rest = this.#rest.subarray(end);
    this.#hasStarted = true;
    return { type, content };
  }

  #statement(type: string, content: Buffer): string | undefined {
    const texts = content.toString('utf8').split('\0');
    const [first = '', second = ''] = texts;
    if (type === 'start') this.application = texts[texts.indexOf('application_name') + 1] ?? '';
    if (type === 'P') this.#prepared.set(first, second);
    if (type === 'B') return this.#prepared.get(second);
    return type === 'Q' ? first : undefined;
  }
}
