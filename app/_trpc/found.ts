import { TRPCError } from '@trpc/server';
import { notFound } from 'next/navigation';
import { z } from 'zod';

/**
 * For the query that a page is about: `undefined` after a failure that the browser will meet again
 * and show, the not-found page when there is no such thing in the company.
 */
export async function orNotFound<Data>(query: Promise<Data>): Promise<Data | undefined> {
  try {
    return await query;
  } catch (error) {
    if (error instanceof TRPCError && error.code === 'NOT_FOUND') notFound();
    return undefined;
  }
}

/** An id from the address; what cannot be one ends in the not-found page without a query. */
export function idOrNotFound(text: string): string {
  const parsed = z.uuid().safeParse(text);
  if (!parsed.success) notFound();

  return parsed.data;
}
