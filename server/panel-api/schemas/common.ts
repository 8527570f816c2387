import { z } from 'zod';
import { isTimeZone } from '#db/values/time-zone.ts';

/** PostgreSQL has no year 0. */
const hasYear = (text: string) => text >= '0001';
const useYear = 'Use a year from 0001 on';

/** ISO 8601, UTC, milliseconds. */
export const isoInstant = z.iso.datetime().refine(hasYear, useYear);

/** The same in an answer: services give dates, on the wire they are text. */
export const sentInstant = z.date().transform((date) => date.toISOString());

/** A day as `2027-01-31`. */
export const day = z.iso.date().refine(hasYear, useYear);

export const idInput = z.object({ id: z.uuid() });

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** Characters that direct the text around them: with them, a name can look like another one. */
const directing = /\p{Bidi_Control}/gu;

/** A name that a person gives to something in the panel. */
export const label = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replace(directing, ''))
    .trim()
    .min(1, 'Enter a name')
    .max(max, `Use at most ${max} characters`)
    .refine(isStorable, 'Use plain text');

/** What a member writes: up to 10,000 characters. */
export const writtenText = z
  .string()
  .trim()
  .min(1, 'Write something')
  .max(10_000, 'Use at most 10,000 characters')
  .refine(isStorable, 'Use plain text');

/** IANA name. */
export const timeZone = z.string().refine(isTimeZone, 'Choose a time zone');

/** Characters that reorder the text around them, so that a name can imitate another one. */
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/g;

/** Text as the panel shows it. */
export const shownText = (text: string) => text.replace(bidiControls, '');

/** Text of a sender in an answer: as it was sent, without characters that reorder other text. */
export const senderText = z.string().transform(shownText);

export const done = z.object({ id: z.uuid() });

export const orderedIds = z.object({ ids: z.array(z.uuid()) });
