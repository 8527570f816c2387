import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The first answer in what a server has sent, a chunked body put together. */
function parseAnswer(received: string): RawAnswer {
  const end = received.indexOf('\r\n\r\n');
  const [start = '', ...lines] = received.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const rest = received.slice(end + 4);
  const body =
    headers['transfer-encoding'] === 'chunked'
      ? rest.replace(/(?:^|\r\n)[0-9a-f]+\r\n/gi, '').trimEnd()
      : rest;

  return { status: Number(start.split(' ')[1]), headers, body };
}

/** A connection that sends bytes which `node:http` would correct or refuse. */
export class RawClient {
  readonly #socket: Socket;
  readonly #began = performance.now();
  #received = '';
  /** Resolves with the seconds since it was opened. */
  readonly ended: Promise<number>;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').on('error', () => {});
    this.#socket.setEncoding('latin1').on('data', (text) => {
      this.#received += text;
    });
    this.ended = new Promise((resolve) =>
      this.#socket.once('close', () => resolve((performance.now() - this.#began) / 1_000)),
    );
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /** The first answer. */
  get answer(): RawAnswer {
    return parseAnswer(this.#received);
  }

  /** Resolves when the socket takes more, or has ended. Text is Latin-1. */
  async write(bytes: string | Uint8Array): Promise<void> {
    const data = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
    if (this.#socket.write(data)) return;
    const drained = new Promise((resolve) => this.#socket.once('drain', resolve));
    await Promise.race([drained, this.ended]);
  }

  close(): void {
    this.#socket.destroy();
  }
}

/**
 * Sends the lines of a request's head unchanged, and the body after them. One request a connection.
 *
 * @param pause milliseconds between head and body
 */
export async function sendRaw(
  port: number,
  lines: readonly string[],
  body = '',
  pause = 0,
): Promise<RawAnswer> {
  const client = new RawClient(port);
  const head = `${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`;
  if (pause === 0) {
    await client.write(head + body);
  } else {
    await client.write(head);
    await sleep(pause);
    await client.write(body);
  }
  await client.ended;
  return client.answer;
}
