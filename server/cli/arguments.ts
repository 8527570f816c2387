import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { label } from '../panel-api/schemas/common.ts';
import { UsageError } from './failures.ts';

const maxNameLength = 80;

/** Parsers for commander. Each returns the value or throws one line that states the format. */
export function parseId(text: string): string {
  if (z.uuid().safeParse(text).success) return text.toLowerCase();
  throw new InvalidArgumentError('It is not an ID.');
}

export function parseIds(text: string): string[] {
  return [...new Set(text.split(',').map((part) => parseId(part.trim())))];
}

export function parseNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** A date, unchanged, or a time as ISO 8601 in UTC with milliseconds. */
export function parseDayOrTime(text: string): string {
  if (z.iso.date().safeParse(text).success) return text;
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return new Date(text).toISOString();
  throw new InvalidArgumentError('Use the format 2027-01-31 or 2027-01-31T18:00:00Z.');
}

/** Returns a parser of whole numbers from 1 to `most`. */
export function countTo(most: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (/^\d+$/.test(text) && count >= 1 && count <= most) return count;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
  };
}

/** A name that is shown in the panel. */
export function parseName(text: string): string {
  const name = label(maxNameLength).safeParse(text);
  if (name.success) return name.data;
  throw new InvalidArgumentError(`A name has 1 to ${maxNameLength} characters.`);
}

export function parseEmail(text: string): string {
  const email = z.email().safeParse(text.trim());
  if (email.success) return email.data.toLowerCase();
  throw new InvalidArgumentError('It is not an email address.');
}

/**
 * Validates options with a schema of the panel.
 *
 * @throws UsageError with every problem in one line
 */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;

  const problems = checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new UsageError(problems.join('; '));
}
