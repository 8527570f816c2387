import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as own from './errors.ts';

/** Another copy, as Next has one in its bundle. */
const path = './errors.ts?copy';
const copy: typeof own = await import(path);

const classes = ({ registerClass, ...errors }: typeof own) => Object.entries(errors);

/** The classes that an error is told to be of. */
const told = (error: Error, from: typeof own) =>
  classes(from)
    .filter(([, type]) => error instanceof type)
    .map(([name]) => name);

test.each<[string, (from: typeof own) => own.DomainError]>([
  ['InvalidError', (from) => new from.InvalidError('text')],
  ['InvalidError,InvalidFieldsError', (from) => new from.InvalidFieldsError([])],
  ['UnauthenticatedError', (from) => new from.UnauthenticatedError('text')],
  ['ForbiddenError', (from) => new from.ForbiddenError('text')],
  ['NotFoundError', (from) => new from.NotFoundError('text')],
  ['ConflictError', (from) => new from.ConflictError('text')],
  ['InFlightError', (from) => new from.InFlightError('text')],
  ['MisusedKeyError', (from) => new from.MisusedKeyError('text')],
  ['LimitReachedError', (from) => new from.LimitReachedError('text')],
  ['TooManyRequestsError', (from) => new from.TooManyRequestsError('text', 1)],
])('another copy of the code tells %s, and no other class', (names, make) => {
  expect(copy.DomainError).not.toBe(own.DomainError);
  for (const [thrownBy, caughtBy] of [
    [own, own],
    [own, copy],
    [copy, own],
  ] as const) {
    expect(told(make(thrownBy), caughtBy).sort()).toEqual(
      ['DomainError', ...names.split(',')].sort(),
    );
  }
});

test.each([undefined, null, 'text', {}, Object.create(null), new Error('text')])(
  '%o is no such error',
  (value) => expect(classes(own).filter(([, type]) => value instanceof type)).toEqual([]),
);

test('every class of such errors is registered under its own name', () => {
  const parents = new Map<string, string>();
  const registered: string[] = [];
  for (const file of readdirSync('server', { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const text = readFileSync(join('server', file), 'utf8');
    for (const [, name = '', parent = '', first = ''] of text.matchAll(
      /class (\w+) extends (\w+) \{([\s\S]*?)\n\}/g,
    )) {
      parents.set(name, parent);
      if (first.includes(`registerClass(${name}, '${name}')`)) registered.push(name);
    }
  }
  const isDomainError = (name = ''): boolean =>
    name === 'DomainError' || (parents.has(name) && isDomainError(parents.get(name)));

  expect(registered).toContain('LeadConflictError');
  expect([...parents.keys()].filter(isDomainError).sort()).toEqual(registered.sort());
});
