import { InvalidError } from './errors.ts';

/** Where a page of a list ended, the newest first. */
export interface Position {
  createdAt: Date;
  id: string;
}

const shape = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** base64url of the milliseconds, which is all the column holds, and the id. */
export function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

/** @throws InvalidError for anything that `encodeCursor` did not make */
export function decodeCursor(cursor: string): Position {
  const [, time, id] = shape.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const createdAt = new Date(Number(time));
  if (!id || Number.isNaN(createdAt.getTime()) || createdAt.getUTCFullYear() > 9_999) {
    throw new InvalidError('This page is not there. Start from the first one', 'cursor');
  }

  return { createdAt, id };
}
