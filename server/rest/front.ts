import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { FastConnection, type FastConnectionOptions } from './fast-connection.ts';
import { refuseUnparsed } from './unparsed.ts';

/** As `FastConnection` takes it, for any connection. */
type Answer = (bytes: Buffer, socket: Socket) => ReturnType<FastConnectionOptions['answer']>;

/**
 * Stands in front of `node:http`: takes up its connections, and gives each one back with the first
 * request on it that is not answered here. See docs/adr/0023-in-front-of-node-http.md.
 */
export class Front {
  readonly #connections = new Set<FastConnection>();
  readonly #server: Server;
  readonly #answer: Answer;

  constructor(server: Server, answer: Answer) {
    this.#server = server;
    this.#answer = answer;
    const nodes = server.listeners('connection');
    const handOver = (socket: Socket) => {
      for (const listener of nodes) Reflect.apply(listener, server, [socket]);
    };
    server
      .removeAllListeners('connection')
      .on('connection', (socket) => this.#take(socket, handOver));
  }

  /** Ends connections as soon as what is under way on them is answered. */
  end(): void {
    for (const connection of this.#connections) connection.end();
  }

  destroy(): void {
    for (const connection of this.#connections) connection.destroy();
  }

  #take(socket: Socket, handOver: (socket: Socket) => void): void {
    const leave = () => this.#connections.delete(connection);
    const connection = new FastConnection(socket, {
      keepAliveTimeout: this.#server.keepAliveTimeout,
      answer: (bytes) => this.#answer(bytes, socket),
      refuse: refuseUnparsed,
      handOver: () => {
        leave();
        handOver(socket);
      },
    });
    this.#connections.add(connection);
    socket.once('close', leave);
  }
}
