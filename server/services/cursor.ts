import { InvalidError } from './errors.ts';

/** Where a page of a list ended, the newest first. */
export interface Position {
  createdAt: Date;
  id: string;
}

/** The same in a list that is in the order of a number of its own. */
export interface NumberedPosition {
  number: number;
  id: string;
}

const shape = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const notThere = () =>
  new InvalidError('This page is not there. Start from the first one', 'cursor');

/** base64url of both. */
export const encodeNumbered = ({ number, id }: NumberedPosition) =>
  Buffer.from(`${number}.${id}`).toString('base64url');

/**
 * @param max the largest number that the list has
 * @throws InvalidError for anything that `encodeNumbered` did not make
 */
export function decodeNumbered(cursor: string, max = Number.MAX_SAFE_INTEGER): NumberedPosition {
  const [, number, id] = shape.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (!id || Number(number) > max) throw notThere();

  return { number: Number(number), id };
}

/** The time goes in as milliseconds, which is all that the column holds. */
export const encodeCursor = ({ createdAt, id }: Position) =>
  encodeNumbered({ number: createdAt.getTime(), id });

/** @throws InvalidError for anything that `encodeCursor` did not make */
export function decodeCursor(cursor: string): Position {
  const { number, id } = decodeNumbered(cursor);
  const createdAt = new Date(number);
  if (Number.isNaN(createdAt.getTime()) || createdAt.getUTCFullYear() > 9_999) throw notThere();

  return { createdAt, id };
}

/** The same in a list that is in the order of texts; null for those at its end. */
export interface KeyedPosition {
  key: string | null;
  id: string;
}

/** base64url of both. */
export const encodeKeyed = ({ key, id }: KeyedPosition) =>
  Buffer.from(`${id}${key === null ? '' : `=${key}`}`).toString('base64url');

const keyedShape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:=([^\0]*))?$/s;

/** @throws InvalidError for anything that `encodeKeyed` did not make */
export function decodeKeyed(cursor: string): KeyedPosition {
  const [, id, key = null] = keyedShape.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (!id) throw notThere();

  return { key, id };
}
