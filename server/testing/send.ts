import { type Agent, request } from 'node:http';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: unknown;
}

export interface Call {
  method?: string;
  /** Sent as it stands, nothing is encoded. */
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
  /** Keeps connections for more than one request. */
  agent?: Agent;
}

/**
 * One HTTP request with full control of request line and headers, on a connection of its own unless
 * there is an agent.
 */
export function send(
  port: number,
  { method = 'POST', path, headers = {}, body, agent }: Call,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { port, host: '127.0.0.1', method, path, headers, agent: agent ?? false },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => {
          const isJson =
            response.headers['content-type']?.startsWith('application/json') && text !== '';
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
