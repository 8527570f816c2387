import { getTRPCErrorFromUnknown } from '@trpc/server';
import type { z } from 'zod';
import { toTransportError } from './errors.ts';

/** The output of a subscription: each item is checked as it leaves, and has listed fields only. */
export function streamOf<Schema extends z.ZodType>(schema: Schema) {
  return async function* (items: unknown): AsyncGenerator<z.output<Schema>, void> {
    if (!isAsyncIterable(items)) throw new TypeError('A subscription must give a stream');
    try {
      for await (const item of items) yield schema.parse(item);
    } catch (error) {
      throw toTransportError(getTRPCErrorFromUnknown(error));
    }
  };
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
