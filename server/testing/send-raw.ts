import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The first answer in what a server has said, a chunked body put together. */
export function parseAnswer(said: string): RawAnswer {
  const end = said.indexOf('\r\n\r\n');
  const [start = '', ...lines] = said.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const rest = said.slice(end + 4);
  const body =
    headers['transfer-encoding'] === 'chunked'
      ? rest.replace(/(?:^|\r\n)[0-9a-f]+\r\n/gi, '').trimEnd()
      : rest;

  return { status: Number(start.split(' ')[1]), headers, body };
}

/**
 * Sends the lines of a request's head as they stand, which `node:http` would mend or refuse, and the
 * body behind them. One request a connection.
 */
export function sendRaw(
  port: number,
  lines: readonly string[],
  body = '',
  /** Milliseconds between head and body. */
  pause = 0,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let said = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      said += chunk;
    });
    socket.on('error', (error) => said || reject(error));
    socket.on('close', () => resolve(parseAnswer(said)));
    const head = `${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`;
    if (pause === 0) {
      socket.write(head + body, 'latin1');
    } else {
      socket.write(head, 'latin1');
      setTimeout(() => socket.write(body, 'latin1'), pause);
    }
  });
}
