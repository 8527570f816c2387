interface StreamEvent {
  event: string;
  data: unknown;
}

interface EventReader {
  /** The next one that is no ping, or undefined at the end. */
  next(): Promise<StreamEvent | undefined>;
  /** Reads on to a message with this data. */
  until(data: object): Promise<void>;
  leave(): Promise<void>;
}

function parse(block: string): StreamEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const data = field('data');

  return { event: field('event') ?? 'message', data: data ? JSON.parse(data) : undefined };
}

/** Reads server-sent events as they arrive. */
export function readEvents(body: AsyncIterable<Uint8Array> | null): EventReader {
  if (!body) throw new Error('The answer has no body');
  const decoder = new TextDecoder();
  const chunks = body[Symbol.asyncIterator]();
  let rest = '';

  async function next(): Promise<StreamEvent | undefined> {
    for (;;) {
      const end = rest.indexOf('\n\n');
      if (end >= 0) {
        const block = rest.slice(0, end).trim();
        rest = rest.slice(end + 2);
        if (block && !block.startsWith('event: ping')) return parse(block);
      } else {
        const { done, value } = await chunks.next();
        if (done) return undefined;
        rest += decoder.decode(value, { stream: true });
      }
    }
  }

  async function until(data: object): Promise<void> {
    for (let event = await next(); event; event = await next())
      if (JSON.stringify(event.data) === JSON.stringify(data)) return;
    throw new Error('The stream has ended');
  }

  return { next, until, leave: async () => void (await chunks.return?.()) };
}
