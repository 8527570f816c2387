import type { Worker } from 'node:cluster';

const close = (handle: unknown) => {
  const isOpen = typeof handle === 'object' && handle !== null && 'close' in handle;
  if (isOpen && typeof handle.close === 'function') handle.close();
};

/**
 * Node's primary keeps its end of a connection until the worker says that it has taken it. If the
 * worker dies before that, Node never closes it, and the client would wait as long as we live. A
 * worker is dealt one at a time, so it is the last one; closing one that was taken does nothing.
 */
export function closeUntaken({ process: child }: Worker): void {
  const { send } = child;
  let last: unknown;
  Object.assign(child, {
    send: (...given: unknown[]) => {
      if (given[1]) last = given[1];
      return Reflect.apply(send, child, given);
    },
  });
  child.once('exit', () => close(last));
}
